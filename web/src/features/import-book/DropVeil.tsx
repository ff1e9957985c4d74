/**
 * Drop anywhere. A browser shows the kinds of dragged files but not their names before they are let go, so the veil
 * lists what it can: the kind of each, and which of them cannot be read.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@/shared/ui/Icon';
import { intake, kindOf, refusalOf } from './intake';
import type { FileKind } from './intake';

interface Dragged {
  name: string;
  kind: FileKind | null;
  refused: boolean;
}

function look(transfer: DataTransfer): Dragged[] {
  return [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => {
      const file = item.getAsFile();
      const seen = { name: file?.name ?? '', type: item.type, size: file?.size ?? null };
      // A file without a type may still be a text; only its name, after the drop, can tell.
      const unknown = seen.name === '' && seen.type === '';
      return { name: seen.name, kind: kindOf(seen.name, seen.type), refused: !unknown && refusalOf(seen) !== null };
    });
}

const KIND_WORDS = { txt: 'import.kindTxt', epub: 'import.kindEpub', pdf: 'import.kindPdf', avts: 'import.kindAvts' } as const;

export function DropVeil(): ReactElement | null {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [files, setFiles] = useState<Dragged[] | null>(null);

  useEffect(() => {
    let depth = 0;
    const carriesFiles = (event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } =>
      event.dataTransfer !== null && [...event.dataTransfer.types].includes('Files');
    const enter = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setFiles(look(event.dataTransfer));
    };
    const over = (event: DragEvent): void => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const leave = (): void => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setFiles(null);
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setFiles(null);
      if (!carriesFiles(event)) return;
      event.preventDefault();
      void intake.add(queries, event.dataTransfer.files);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [queries]);

  if (files === null) return null;
  const welcome = files.filter((file) => !file.refused).length;
  return (
    <div className="dropveil">
      <div className="dropbox" role="status">
        <Icon name="upload" />
        <p className="display drophead">{welcome === 0 && files.length > 0 ? t('import.dropNone') : t('import.drop', { count: welcome })}</p>
        <p className="sub">{t('import.limits')}</p>
        <ul>
          {files.slice(0, 8).map((file, at) => (
            <li key={at} className={file.refused ? 'no' : undefined}>
              <Icon name={file.refused ? 'warn' : 'file'} small />
              {file.name !== '' ? file.name : t(file.kind === null ? 'import.kindOther' : KIND_WORDS[file.kind])}
              {file.refused && <span>{t('import.refusedKind')}</span>}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
