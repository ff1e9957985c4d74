import type { ReactElement } from 'react';

const PATHS = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.2 16.2L20 20',
  book: 'M4 5.5c3-1 5.5-.6 8 1.2 2.5-1.8 5-2.2 8-1.2V18.5c-3-1-5.5-.6-8 1.2-2.5-1.8-5-2.2-8-1.2zM12 6.7v13',
  people:
    'M9 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 9 11zM3.5 19.5c.4-3.4 2.6-5.3 5.5-5.3s5.1 1.9 5.5 5.3M16 5.2a3 3 0 0 1 0 5.6M17.2 14.6c1.9.7 3 2.4 3.3 4.9',
  person: 'M12 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4zM5 20c.5-3.9 3.2-6 7-6s6.5 2.1 7 6',
  shelves: 'M4 4.5v15M8.5 4.5v15M13 4.5v15M4 4.5h4.5M4 19.5h9M8.5 4.5H13M16 5.4l3.7 13.6-3.1.8L13 6.2',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3.5v2.2M12 18.3v2.2M3.5 12h2.2M18.3 12h2.2M6 6l1.6 1.6M16.4 16.4L18 18M18 6l-1.6 1.6M7.6 16.4L6 18',
  language: 'M4 6h9M8.5 4v2M11 6c-.8 4-3.2 7-7 8.5M6 9.5c1.3 2.3 3.2 4 6 5M12.5 20l4-10 4 10M14 16.7h5',
  upload: 'M12 16V5M7.5 9.5L12 5l4.5 4.5M5 19h14',
  paste: 'M9 5H6.5v15h11V5H15M9 3.8h6v3H9zM9.5 11h5M9.5 14.5h5',
  file: 'M7 3.5h7l4 4v13H7zM14 3.5v4h4',
  talk: 'M4 5.5h16v11h-9L6.5 20v-3.5H4z',
  rail: 'M4 5h16v14H4zM9.5 5v14',
  type: 'M3 18l4.5-12L12 18M4.6 14h5.8M14 18l2.9-8 3.1 8M15 15.4h4',
  stop: 'M7 7h10v10H7z',
  send: 'M12 19V5M6.5 10.5L12 5l5.5 5.5',
  warn: 'M12 4l9 16H3zM12 10v4.5M12 17.2v.1',
  again: 'M19 8a7.5 7.5 0 1 0 .8 6M19.5 4v4.5H15',
  eye: 'M2.5 12C5 7.5 8.2 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.7 6.5-9.5 6.5S5 16.5 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v6M13.5 10.5v6',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  apart: 'M3 3l18 18M4.5 9.5A12 12 0 0 1 9 7M13 6.6a12 12 0 0 1 6.5 2.9M7.5 13a8 8 0 0 1 3-1.7M15.5 12.6l1 .6M12 18.5h.01',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  help: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.5 9.7c.2-1.5 1.2-2.2 2.5-2.2 1.5 0 2.5.9 2.5 2.2 0 1.8-2.5 1.9-2.5 4M12 16.7h.01',
  pen: 'M5 19l1-4L16.5 4.5l3 3L9 18zM5 19l4-1M14.5 6.5l3 3',
  branch: 'M7 4v16M7 14c0-4 10-2 10-7.5M17 6.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  undo: 'M8.5 5L4.5 9l4 4M5 9h9a5 5 0 0 1 0 10H9',
  redo: 'M15.5 5l4 4-4 4M19 9h-9a5 5 0 0 0 0 10h5',
  world: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c3 2.6 3.8 5.4 3.8 8.5s-.8 5.9-3.8 8.5c-3-2.6-3.8-5.4-3.8-8.5S9 6.1 12 3.5z',
  rewind: 'M12 5v6l4 2M4.500 8.500A8.500 8.500 0 1 1 4 14M4 4.500v4.200h4.200',
  columns: 'M5 5h6v14H5zM13 5h6v14h-6z',
  save: 'M12 4.5v11M7.500 11.500L12 16l4.500-4.500M5 19.500h14',
  fold: 'M6 9l6 6 6-6',
  out: 'M14 4.5H6v15h8M10.5 12H20M16.5 8.5L20 12l-3.5 3.5',
} as const;

export type IconName = keyof typeof PATHS;

/** A line drawing beside a name; never the name itself. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }): ReactElement {
  return (
    <svg className={`i${small ? ' sm' : ''}${name === 'more' ? ' dots' : ''}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

export function Mark(): ReactElement {
  return (
    <svg viewBox="0 0 26 26" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.5">
        <circle cx="13" cy="13" r="11" opacity=".42" />
        <path d="M13 20.5V9.2C13 6.8 14.6 5.5 17 5.5M9 12.6h8.2" strokeLinecap="round" />
      </g>
      <circle cx="21.9" cy="6.5" r="2.2" fill="var(--accent)" />
    </svg>
  );
}
