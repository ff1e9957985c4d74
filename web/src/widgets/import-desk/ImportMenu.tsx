/** The ways a book comes in: files, pasted text, the two samples. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAddSample, useSamples } from '@/entities/book/books';
import { PasteDialog } from '@/features/import-book/PasteDialog';
import { intake } from '@/features/import-book/intake';
import { Icon } from '@/shared/ui/Icon';
import { Menu } from '@/shared/ui/Menu';
import { toast } from '@/shared/ui/toasts';

const ACCEPT = '.txt,.text,.epub,.pdf,.avts,text/plain,application/epub+zip,application/pdf';

/** Puts a sample on the shelf where it is not yet, and opens it. */
export function useOpenSample(): { open: (name: string, novelId: string | null) => void; pending: string | null } {
  const add = useAddSample();
  const navigate = useNavigate();
  const open = (name: string, novelId: string | null): void => {
    if (novelId !== null) void navigate(`/reader/${novelId}/continue`);
    else if (!add.isPending) {
      add.mutate(name, {
        onSuccess: (accepted) => void navigate(`/reader/${accepted.novel_id}/continue`),
        onError: (fault) => toast(fault.message),
      });
    }
  };
  return { open, pending: add.isPending ? add.variables : null };
}

interface Chooser {
  choose: () => void;
  field: ReactElement;
}

/** A hidden file field and the way to open it. */
export function useFileChooser(): Chooser {
  const queries = useQueryClient();
  const ref = useRef<HTMLInputElement>(null);
  const { t } = useTranslation();
  return {
    choose: () => ref.current?.click(),
    field: (
      <input
        ref={ref}
        type="file"
        multiple
        accept={ACCEPT}
        className="vh"
        tabIndex={-1}
        aria-label={t('import.choose')}
        aria-hidden="true"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          void intake.add(queries, files);
        }}
      />
    ),
  };
}

export function ImportMenu(): ReactElement {
  const { t } = useTranslation();
  const { choose, field } = useFileChooser();
  const [pasting, setPasting] = useState(false);
  const samples = useSamples();
  const sample = useOpenSample();
  return (
    <>
      {field}
      <Menu
        label={t('import.button')}
        className="btn quiet"
        visibleLabel
        items={[
          { key: 'files', icon: 'upload', label: t('import.choose'), hint: t('import.chooseHint'), onChoose: choose },
          { key: 'paste', icon: 'paste', label: t('import.paste'), hint: t('import.pasteHint'), onChoose: () => setPasting(true) },
          ...(samples.data ?? []).map((entry, at) => ({
            key: entry.name,
            icon: 'book' as const,
            label: entry.title,
            hint: entry.novel_id === null ? t('shelf.samples') : t('shelf.onShelf'),
            lang: entry.language,
            apart: at === 0,
            onChoose: () => sample.open(entry.name, entry.novel_id),
          })),
        ]}
      >
        <Icon name="upload" />
        {t('import.button')}
      </Menu>
      {pasting && <PasteDialog onClose={() => setPasting(false)} />}
    </>
  );
}
