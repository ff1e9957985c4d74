import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { send } from '@/shared/api/client';
import { Plate } from '@/shared/ui/Plate';

interface Props {
  id: string;
  title: string;
  coverUrl: string | null;
  bare?: boolean;
}

/** The book's own cover, fetched with the session's token, or its plate until then and where it has none. */
export function Cover({ id, title, coverUrl, bare = false }: Props): ReactElement {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    if (coverUrl === null) return;
    let url: string | null = null;
    const abort = new AbortController();
    void send(coverUrl, { signal: abort.signal })
      .then((response) => (response.ok ? response.blob() : null))
      .then((blob) => {
        if (blob === null || abort.signal.aborted || !blob.type.startsWith('image/')) return;
        url = URL.createObjectURL(blob);
        setSource(url);
      })
      // The plate stays where the cover cannot be had.
      .catch(() => undefined);
    return () => {
      abort.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [coverUrl]);
  if (source !== null) return <img className="cover" src={source} alt="" />;
  return <Plate id={id} title={title} bare={bare} />;
}
