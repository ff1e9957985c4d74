import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeople } from '@/entities/character/people';
import { chapterInline } from '@/shared/lib/chapter-name';
import { useRole } from '@/shared/lib/role';
import { Avatar, LoadFault, Waiting } from '@/shared/ui/Parts';

interface Props {
  novelId: string;
  chapter: number;
  growing: boolean;
  language: string;
  onPick: (characterId: string) => void;
}

/** The people met so far, to choose from. */
export function Picker({ novelId, chapter, growing, language, onPick }: Props): ReactElement {
  const { t } = useTranslation();
  const role = useRole();
  const people = usePeople(novelId, growing);
  const characters = people.data?.characters ?? [];
  return (
    <div className="picker">
      <p className="sm sub">{t('talk.whoHint', { chapter: chapterInline(t, chapter) })}</p>
      {people.isPending && <Waiting><span className="skel block" /></Waiting>}
      {people.isError && !growing && <LoadFault error={people.error} onRetry={() => void people.refetch()} />}
      {characters.length === 0 && growing && (
        <p className="row tight sub" role="status"><span className="spin" aria-hidden="true" />{t('talk.reading')}</p>
      )}
      {people.isSuccess && characters.length === 0 && !growing && <p className="sub" role="status">{t('talk.nobody')}</p>}
      <ul>
        {characters.map((person) => (
          <li key={person.id}>
            <button type="button" className="pickrow" aria-disabled={!person.can_talk} onClick={() => onPick(person.id)}>
              <Avatar initial={person.initial} hue={person.hue} />
              <span className="grow">
                <span className="nm" lang={language}>{person.name}</span>
                <span className="st">
                  {role(person)}
                  <span className="dotsep" />
                  {person.lines > 0 ? t('people.lines', { count: person.lines }) : t('people.mentions', { count: person.mentions })}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
