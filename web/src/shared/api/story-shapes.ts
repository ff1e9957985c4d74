/** What the server sends about stories, field by field. */

export interface Story {
  id: string;
  title: string;
  description: string;
  book_id: string | null;
  book_title: string | null;
  language: string | null;
  mode: 'adventure' | 'creative' | null;
  status: 'begun' | 'not_begun';
  current_branch_id: string | null;
  branches: number;
  entries: number;
  created_at: string;
  updated_at: string;
}

export type Op = 'create' | 'update' | 'delete';

/** What an undo or a redo would do: a turn where it has entries, else one row. */
export interface Step {
  op: Op;
  kind: string;
  name: string | null;
  changes: number;
  entries: number;
}

export interface Branch {
  id: string;
  name: string;
  parent_id: string | null;
  fork_entry_id: string | null;
  fork_position: number | null;
  head_position: number;
  entries: number;
  version: number;
  is_current: boolean;
  can_delete: boolean;
  created_at: string;
  can_undo: boolean;
  can_redo: boolean;
  undo: Step | null;
  redo: Step | null;
}

export interface StoryDefinition {
  mode: 'adventure' | 'creative';
  leadEntityId: string | null;
  narration: 'first' | 'second' | 'third';
  worldTimeOrigin: Record<string, number>;
}

export interface WholeStory {
  story: Story;
  branch: Branch;
  definition: StoryDefinition | null;
}

export interface Entry {
  id: string;
  position: number;
  kind: 'opening' | 'reader' | 'story' | 'system';
  content: string;
  /** Seconds since the story began. */
  moment: number;
  created_at: string;
  edited: boolean;
}

export interface EntriesPage {
  entries: Entry[];
  previous: number | null;
  next: number | null;
  version: number;
}

export interface Piece {
  path: string;
  before: unknown;
  after: unknown;
}

export interface Change {
  log_position: number;
  op: Op;
  kind: string;
  row_id: string;
  name: string;
  parts: Piece[];
  action_id: string;
  entry_id: string | null;
}

export interface Reversed {
  deltas: number;
  entries: number;
  chapters: number;
  world: number;
}

export interface RollbackPreview {
  entries: { id: string; position: number; first_words: string }[];
  entries_total: number;
  changes: Record<string, number>;
  names: string[];
  version: number;
}

export const KINDS = ['character', 'place', 'item', 'faction', 'lore', 'thread', 'happening'] as const;
export type Kind = (typeof KINDS)[number];

export interface WorldRow {
  id: string;
  kind: Kind;
  name: string;
  description: string;
  status: string | null;
  state: Record<string, unknown>;
  [column: string]: unknown;
}

export interface WorldPage {
  rows: WorldRow[];
  next: string | null;
  counts: Record<string, number>;
  version: number;
}

export interface Present {
  entry_id: string | null;
  moment: number | null;
  place: WorldRow | null;
  rows: WorldRow[];
}

export interface Knowledge {
  happening_id: string;
  title: string | null;
  character_id: string | null;
  name: string | null;
  source: string | null;
  common_knowledge: boolean;
  since_position: number | null;
}

export interface Relationship {
  id: string;
  character_id: string;
  name: string | null;
  sees: string | null;
  seen: string | null;
}

export interface Difference {
  /** `before` is what stands here, `after` what stands there. */
  parts: Piece[];
  kind: string;
  id: string;
  name: string;
  here: string | null;
  there: string | null;
}

export interface Side {
  branch: Branch;
  entries: Entry[];
  next: number | null;
}

export interface Comparison {
  common_entries: number;
  here: Side;
  there: Side;
  differences: Difference[];
  complete: boolean;
}
