import { useTranslation } from 'react-i18next';

interface Part {
  role: string;
  narrator: boolean;
}

/** The part somebody plays in the book, in a word. */
export function useRole(): (person: Part) => string {
  const { t } = useTranslation();
  return (person) => {
    const role =
      person.role === 'protagonist' ? t('people.protagonist')
      : person.role === 'antagonist' ? t('people.antagonist')
      : person.role === 'supporting' ? t('people.supporting')
      : t('people.minor');
    return person.narrator ? `${role} · ${t('people.narrator')}` : role;
  };
}
