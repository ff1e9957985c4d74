/** A button with a small list of things to do. Arrows walk it, Esc and a click elsewhere close it. */
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { Icon } from './Icon';
import type { IconName } from './Icon';

export interface MenuItem {
  key: string;
  icon: IconName;
  label: string;
  hint?: string;
  lang?: string;
  apart?: boolean;
  /** How far the entry is set in, where the entries are a tree. */
  depth?: number;
  onChoose: () => void;
}

const MENU_PX = 264;

interface Props {
  label: string;
  className: string;
  children: ReactNode;
  items: MenuItem[];
  /** Set where the children already say what the button is. */
  visibleLabel?: boolean;
}

export function Menu({ label, className, children, items, visibleLabel = false }: Props): ReactElement {
  const [open, setOpen] = useState(false);
  const [side, setSide] = useState<'start' | 'end'>('end');
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLButtonElement>('[role="menuitem"]')?.focus();
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open) return;
    const entries = [...(root.current?.querySelectorAll<HTMLButtonElement>('[role="menuitem"]') ?? [])];
    const at = entries.indexOf(document.activeElement as HTMLButtonElement);
    const go = (to: number): void => entries[(to + entries.length) % entries.length]?.focus();
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(entries.length - 1);
    else if (event.key === 'Escape') {
      setOpen(false);
      button.current?.focus();
    } else if (event.key === 'Tab') setOpen(false);
    else return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  };

  return (
    <span className="menuroot" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        ref={button}
        className={className}
        aria-label={visibleLabel ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={(event) => {
          // A menu hangs from the end of its button, unless it would leave the page there.
          setSide(event.currentTarget.getBoundingClientRect().right < MENU_PX ? 'start' : 'end');
          setOpen(!open);
        }}
      >
        {children}
      </button>
      {open && (
        <div id={id} role="menu" aria-label={label} className={`menu ${side}`}>
          {items.map((item) => (
            <button
              key={item.key}
              type="button"
              role="menuitem"
              lang={item.lang}
              className={item.apart ? 'apart' : undefined}
              data-depth={item.depth === undefined || item.depth === 0 ? undefined : Math.min(item.depth, 6)}
              onClick={() => {
                setOpen(false);
                button.current?.focus();
                item.onChoose();
              }}
            >
              <Icon name={item.icon} />
              <span>
                {item.label}
                {item.hint !== undefined && <small>{item.hint}</small>}
              </span>
            </button>
          ))}
        </div>
      )}
    </span>
  );
}
