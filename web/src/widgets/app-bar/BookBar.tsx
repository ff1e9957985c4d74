/** The bar inside a book: the way back, the book's name and place, its rooms, and the page's own tools. */
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBook } from '@/entities/book/books';
import { Icon } from '@/shared/ui/Icon';
import type { IconName } from '@/shared/ui/Icon';
import { OfflineBanner } from './OfflineBanner';

type Room = 'read' | 'people' | 'story' | 'branches';

interface Rooms {
  here: Room;
  /** The book, or null for a story without one. */
  novelId: string | null;
  /** The story, where the page knows it; else the book says it. */
  storyId?: string | undefined;
}

interface Props extends Rooms {
  title: string;
  titleLang: string | undefined;
  place: string;
  placeLang?: string | undefined;
  back?: { to: string; label: string };
  tools?: ReactNode;
  line?: ReactNode;
}

/** The rooms of a book or a story, in the same order everywhere. */
function useRooms({ novelId, storyId }: Omit<Rooms, 'here'>): { room: Room; to: string; icon: IconName; label: string }[] {
  const { t } = useTranslation();
  const book = useBook(novelId ?? '', novelId !== null && storyId === undefined);
  const story = storyId ?? book.data?.story_id ?? null;
  const rooms: { room: Room; to: string; icon: IconName; label: string }[] = [];
  if (novelId !== null) {
    rooms.push({ room: 'read', to: `/reader/${novelId}/continue`, icon: 'book', label: t('app.read') });
    rooms.push({ room: 'people', to: `/characters/${novelId}`, icon: 'people', label: t('app.people') });
  }
  if (story !== null) {
    rooms.push({ room: 'story', to: `/story/${story}`, icon: 'pen', label: t('story.places') });
    rooms.push({ room: 'branches', to: `/story/${story}/branches`, icon: 'branch', label: t('story.branches') });
  }
  return rooms;
}

export function BookBar({ here, novelId, storyId, title, titleLang, place, placeLang, back, tools, line }: Props): ReactElement {
  const { t } = useTranslation();
  const rooms = useRooms({ novelId, storyId });
  const way = back ?? { to: '/shelf', label: t('app.backToShelf') };
  return (
    <>
      <a className="skip" href="#main">{t('app.skip')}</a>
      <header className="bar inbook">
        <Link className="icon" to={way.to} aria-label={way.label}>
          <Icon name="back" />
        </Link>
        <div className="crumb grow">
          <p className="title cut" lang={titleLang}>{title}</p>
          <p className="xs muted cut" lang={placeLang}>{place}</p>
        </div>
        <nav className="nav mid" aria-label={t('app.book')}>
          {rooms.map(({ room, to, label }) => <Link key={room} to={to} aria-current={here === room ? 'page' : undefined}>{label}</Link>)}
        </nav>
        <div className="row tools">{tools}</div>
        {line}
      </header>
      <OfflineBanner />
    </>
  );
}

export function BookTabs({ novelId, storyId, here }: Rooms): ReactElement {
  const { t } = useTranslation();
  const rooms = useRooms({ novelId, storyId });
  return (
    <nav className="tabbar" aria-label={t('app.book')}>
      <Link to="/shelf">
        <Icon name="shelves" />
        {t('app.shelf')}
      </Link>
      {rooms.map(({ room, to, icon, label }) => (
        <Link key={room} to={to} aria-current={here === room ? 'page' : undefined}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
