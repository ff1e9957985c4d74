import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeMe } from '@/entities/session/session';
import { LANGUAGES, LANGUAGE_NAMES, currentLanguage, setLanguage } from '@/shared/i18n/setup';
import type { Language } from '@/shared/i18n/setup';
import { Icon } from '@/shared/ui/Icon';
import { Menu } from '@/shared/ui/Menu';
import { Segmented } from '@/shared/ui/Segmented';

/** Changes the language here at once, and the account's own in the background. */
function useSwitch(signedIn: boolean): (language: Language) => void {
  const change = useChangeMe();
  return (language) => {
    setLanguage(language);
    if (signedIn) change.mutate({ language });
  };
}

export function LanguageMenu(): ReactElement {
  const { t } = useTranslation();
  const choose = useSwitch(true);
  return (
    <Menu
      label={`${t('app.language')}: ${LANGUAGE_NAMES[currentLanguage()]}`}
      className="icon"
      items={LANGUAGES.map((language) => ({
        key: language,
        icon: language === currentLanguage() ? ('check' as const) : ('language' as const),
        label: LANGUAGE_NAMES[language],
        lang: language,
        onChoose: () => choose(language),
      }))}
    >
      <Icon name="language" />
    </Menu>
  );
}

export function LanguageChoice({ signedIn }: { signedIn: boolean }): ReactElement {
  const { t } = useTranslation();
  const choose = useSwitch(signedIn);
  return (
    <Segmented
      label={t('app.language')}
      value={currentLanguage()}
      options={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language], lang: language }))}
      onChange={choose}
    />
  );
}
