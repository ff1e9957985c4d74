import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { Citation } from '@/shared/api/shapes';
import { citeName } from '@/shared/lib/chapter-name';
import { Icon } from './Icon';

interface Props {
  novelId: string;
  citation: Citation;
  language: string;
  /** Where a conversation is open it stays open beside the passage. */
  keepTalk?: boolean;
  /** Only the chapter, where there is little room. */
  short?: boolean;
}

/** A citation is a control: it opens the passage in the reader and marks it. */
export function Cite({ novelId, citation, language, keepTalk = false, short = false }: Props): ReactElement {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const search = new URLSearchParams({ passage: `${citation.start}-${citation.end}` });
  const talk = params.get('talk');
  if (keepTalk && talk !== null) search.set('talk', talk);
  return (
    <Link className="cite" to={`/reader/${novelId}/${citation.chapter_number}?${search.toString()}`} title={citation.excerpt}>
      <Icon name="book" small />
      <span lang={short ? undefined : language}>{citeName(t, citation.chapter_number, short ? null : citation.chapter_title)}</span>
    </Link>
  );
}
