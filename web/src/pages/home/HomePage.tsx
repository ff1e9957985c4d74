import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LanguageChoice } from '@/features/switch-language/LanguageMenu';
import { Icon } from '@/shared/ui/Icon';
import { useTitle } from '@/shared/ui/hooks';
import { Door } from '@/widgets/door/Door';

/** The first page of a server for whoever is not signed in. */
export function HomePage(): ReactElement {
  const { t } = useTranslation();
  useTitle();
  const points = [
    { icon: 'book', head: t('door.homeRead'), text: t('door.homeReadText') },
    { icon: 'people', head: t('door.homeMeet'), text: t('door.homeMeetText') },
    { icon: 'talk', head: t('door.homeTalk'), text: t('door.homeTalkText') },
  ] as const;
  return (
    <Door words={t('app.tagline')} text={t('app.promise')} wordsAsHeading>
      <div className="form">
        <ul className="points">
          {points.map((point) => (
            <li key={point.icon}>
              <Icon name={point.icon} />
              <div>
                <h2>{point.head}</h2>
                <p className="sub">{point.text}</p>
              </div>
            </li>
          ))}
        </ul>
        <Link className="btn primary wide" to="/login">{t('door.signIn')}</Link>
        <Link className="btn outline wide" to="/register">{t('door.register')}</Link>
        <div className="ctr"><LanguageChoice signedIn={false} /></div>
      </div>
    </Door>
  );
}
