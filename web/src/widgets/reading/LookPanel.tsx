import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { LARGEST, SMALLEST, setLook, useLook, usualSize } from '@/entities/look/look';
import type { Column, Theme } from '@/entities/look/look';
import { Icon } from '@/shared/ui/Icon';
import { Segmented } from '@/shared/ui/Segmented';

/** Theme, size and column; the page changes while one looks. */
export function LookFields({ language }: { language: string }): ReactElement {
  const { t } = useTranslation();
  const look = useLook();
  const size = look.size ?? usualSize(language);
  const themes = [
    { value: 'space', label: t('reader.space') },
    { value: 'paper', label: t('reader.paper') },
    { value: 'system', label: t('reader.system') },
  ] as const;
  const columns = [
    { value: 'narrow', label: t('reader.narrow') },
    { value: 'book', label: t('reader.bookWide') },
    { value: 'wide', label: t('reader.wide') },
  ] as const;
  const set = (next: number): void => setLook({ size: Math.min(LARGEST, Math.max(SMALLEST, next)) });
  return (
    <>
      <div className="field">
        <span className="flabel">{t('reader.theme')}</span>
        <Segmented<Theme> full label={t('reader.theme')} value={look.theme} options={themes} onChange={(theme) => setLook({ theme })} />
      </div>
      <div className="field">
        <span className="flabel">{t('reader.size')}</span>
        <div className="row sizer" role="group" aria-label={t('reader.size')}>
          <button type="button" className="btn outline small" aria-label={t('reader.smaller')} aria-disabled={size <= SMALLEST} onClick={() => set(size - 1)}><Icon name="minus" small /></button>
          <output className="num grow">{t('reader.px', { size })}</output>
          <button type="button" className="btn outline small" aria-label={t('reader.larger')} aria-disabled={size >= LARGEST} onClick={() => set(size + 1)}><Icon name="plus" small /></button>
        </div>
      </div>
      <div className="field">
        <span className="flabel">{t('reader.column')}</span>
        <Segmented<Column> full label={t('reader.column')} value={look.column} options={columns} onChange={(column) => setLook({ column })} />
      </div>
    </>
  );
}

export function LookPanel({ language, onClose }: { language: string; onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    ref.current?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
    const outside = (event: PointerEvent): void => {
      const target = event.target;
      if (target instanceof Element && ref.current?.contains(target) === false && target.closest('[data-look]') === null) onClose();
    };
    document.addEventListener('pointerdown', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      if (opener instanceof HTMLElement && ref.current?.contains(document.activeElement) !== false) opener.focus();
    };
  }, [onClose]);
  return (
    <div
      className="lookpanel"
      role="dialog"
      aria-label={t('reader.textAndTheme')}
      ref={ref}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        event.stopPropagation();
      }}
    >
      <LookFields language={language} />
    </div>
  );
}
