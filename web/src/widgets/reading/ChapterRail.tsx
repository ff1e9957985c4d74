/** The contents: beside the page where there is room, a sheet where there is not. */
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ChapterEntry } from '@/shared/api/shapes';
import { chapterTitle } from '@/shared/lib/chapter-name';
import { chineseNumber } from '@/shared/text/headings';
import { minutesOf } from '@/shared/text/pace';
import { Dialog } from '@/shared/ui/Dialog';
import { Icon } from '@/shared/ui/Icon';

interface Props {
  novelId: string;
  language: string;
  chapters: ChapterEntry[];
  current: number;
  /** How far the reader has come; chapters before it are read. */
  reached: number;
  within: number;
  percent: number;
}

function Rows({ novelId, language, chapters, current, reached, within, onGo }: Props & { onGo?: () => void }): ReactElement {
  const { t, i18n } = useTranslation();
  const here = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Not scrollIntoView: it would also move where the Tab key begins.
    const box = here.current?.closest<HTMLElement>('.rail:not(.insheet), dialog');
    if (here.current === null || box === null || box === undefined) return;
    const top = here.current.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 0 || top > box.clientHeight - 60) box.scrollTop += top - box.clientHeight / 3;
  }, [current]);
  const chinese = i18n.language.startsWith('zh') && chapters.length < 100;
  return (
    <ol>
      {chapters.map((chapter) => {
        const now = chapter.number === current;
        const done = chapter.number < reached && !now && chapter.number > 0;
        const minutes = minutesOf(chapter, language, now ? 1 - within : 1);
        const note = done ? t('reader.isRead') : t(now ? 'reader.minutesLeft' : 'reader.minutes', { count: minutes });
        return (
          <li key={chapter.id}>
            <Link to={`/reader/${novelId}/${chapter.number}`} aria-current={now ? 'page' : undefined} ref={now ? here : undefined} onClick={onGo}>
              <span className="n" aria-hidden="true">{chapter.number === 0 ? '' : chinese ? chineseNumber(chapter.number) : chapter.number}</span>
              <span className="grow">
                <span className="t" lang={chapter.title === null ? undefined : language}>{chapterTitle(t, chapter.number, chapter.title)}</span>
                <span className="m">{note}</span>
              </span>
              {done && <Icon name="check" small />}
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

export function ChapterRail(props: Props): ReactElement {
  const { t } = useTranslation();
  return (
    <nav className="rail" aria-label={t('reader.chapters')}>
      <div className="railhead">
        <span className="label">{t('reader.chapters')}</span>
        <span className="label num">{t('reader.readSoFar', { percent: props.percent })}</span>
      </div>
      <Rows {...props} />
    </nav>
  );
}

export function ChapterSheet(props: Props & { onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  return (
    <Dialog title={t('reader.chapters')} onClose={props.onClose}>
      <nav className="rail insheet" aria-label={t('reader.chapters')}>
        <Rows {...props} onGo={props.onClose} />
      </nav>
    </Dialog>
  );
}

/** The lower edge of the bar: one piece a chapter, or one line where there are too many to tell apart. */
export function ChapterLine({ chapters, current, reached, within, percent }: Pick<Props, 'chapters' | 'current' | 'reached' | 'within' | 'percent'>): ReactElement {
  const numbered = chapters.filter((chapter) => chapter.number > 0);
  if (numbered.length > 60) {
    return (
      <div className="chapline" aria-hidden="true">
        <i className="now"><b style={{ transform: `scaleX(${percent / 100})` }} /></i>
      </div>
    );
  }
  return (
    <div className="chapline" aria-hidden="true">
      {numbered.map((chapter) => (
        <i key={chapter.id} className={chapter.number === current ? 'now' : chapter.number < reached ? 'read' : undefined}>
          {chapter.number === current && <b style={{ transform: `scaleX(${within})` }} />}
        </i>
      ))}
    </div>
  );
}
