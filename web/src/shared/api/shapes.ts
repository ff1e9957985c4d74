/** What the server sends, field by field. Ids are `kind_uuid4`; instants are ISO-8601 in UTC. */

export type Profile = 'desktop' | 'server';

export interface SetupStatus {
  configured: boolean;
  admin_configured: boolean;
  llm_configured: boolean;
  contract: number;
  profile: Profile;
}

export interface User {
  id: string;
  email: string | null;
  name: string | null;
  avatar_url: string | null;
  role: string;
  email_verified: boolean;
  language: string | null;
  created_at: string;
  last_sign_in: string | null;
}

export interface Session {
  user: User;
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
}

export interface Position {
  paragraph: number;
  offset: number;
  /** Share of the chapter that has been read, 0..1. */
  fraction?: number | null;
}

export interface BookProgress {
  current_chapter: number;
  chapter_title: string | null;
  percent: number;
  position: Position | null;
  last_read_at: string | null;
  last_line: string | null;
}

export type ImportStep = 'people' | 'speech' | 'world' | 'saving';

export interface ImportState {
  stage: 'chapters' | 'enriched' | 'completed';
  step: ImportStep | null;
  done: number;
  total: number;
  people: number | null;
  attempt: number;
  retryable: boolean;
  cancellable: boolean;
}

export interface Face {
  id: string;
  name: string;
  initial: string;
  hue: number;
}

export interface Novel {
  id: string;
  title: string;
  author: string | null;
  language: string;
  format: string | null;
  encoding: string | null;
  notes: string[];
  cover_url: string | null;
  description: string | null;
  genre: string | null;
  total_chapters: number;
  chars: number;
  status: 'pending' | 'parsing' | 'ready' | 'error';
  parse_error: string | null;
  deviation_mode: string;
  world_summary: string | null;
  created_at: string;
  updated_at: string;
  uploaded: boolean;
  story_id: string | null;
  branch_id: string | null;
  progress: BookProgress | null;
  import: ImportState | null;
  people: Face[];
}

export interface Accepted {
  novel_id: string;
  status: string;
  duplicate: boolean;
  title: string;
  total_chapters: number;
  encoding: string | null;
  notes: string[];
  message: string;
}

export interface EncodingCandidate {
  encoding: string;
  sample: string;
}

export interface EncodingGuess {
  chosen: string;
  reason: string;
  candidates: EncodingCandidate[];
}

export interface CatalogEntry {
  id: string;
  title: string;
  author: string | null;
  language: string;
  genre: string | null;
  description: string | null;
  total_chapters: number;
  cover_url: string | null;
  on_shelf: boolean;
}

export interface ChapterEntry {
  id: string;
  number: number;
  kind: string;
  title: string | null;
  part: string | null;
  is_key_node: boolean;
  words: number;
  chars: number;
}

export interface Chapter extends ChapterEntry {
  novel_id: string;
  content: string;
  /** Where the prose begins after the heading, counted in code points. */
  body_start: number;
  language: string;
  previous: number | null;
  next: number | null;
  next_title: string | null;
}

/** A span of a chapter; start and end count code points of its content. */
export interface Citation {
  chapter_number: number;
  chapter_title: string | null;
  excerpt: string;
  start: number;
  end: number;
}

export interface FieldCitation extends Citation {
  field: string;
}

export interface Character {
  id: string;
  novel_id: string;
  name: string;
  aliases: string[];
  gender: string;
  role: string;
  narrator: boolean;
  mentions: number;
  lines: number;
  first_appearance_chapter: number | null;
  hue: number;
  initial: string;
  avatar_url: string | null;
  avatar_status: string | null;
  description: string | null;
  personality: string | null;
  background: string | null;
  appearance: string | null;
  speaking_style: string | null;
  citations: FieldCitation[];
  typical: Citation[];
  can_talk: boolean;
}

export interface CharacterList {
  characters: Character[];
  through_chapter: number;
}

export interface Progress {
  novel_id: string;
  current_chapter: number;
  position: Position | null;
  reader_identity: string | null;
  reader_identity_type: string;
  reader_character_id: string | null;
  deviation_mode: string;
  last_read_at: string | null;
}

export type PartType = 'intro' | 'occasion' | 'quote' | 'passage' | 'beat' | 'fixed' | 'model';

export interface AnswerPart {
  type: PartType;
  text: string;
}

export interface Answer {
  kind: string;
  parts: AnswerPart[];
  citations: Citation[];
  chips: string[];
}

export interface Message {
  id: string;
  turn_id: string;
  role: 'user' | 'character';
  content: string;
  created_at: string;
  chapter_context: number | null;
  reader_identity: string | null;
  answer: Answer | null;
}

export interface HistoryPage {
  messages: Message[];
  next_cursor: string | null;
}

export interface Suggestions {
  suggestions: string[];
  few_lines: boolean;
}

export interface Sample {
  name: string;
  title: string;
  author: string | null;
  language: string;
  blurb: string;
  chapters: number;
  words: number;
  novel_id: string | null;
  try: { character: string; chapter: number; text: string }[];
}

export interface PersonName {
  id: string;
  name: string;
  initial: string;
  hue: number;
}

export interface Line {
  start: number;
  end: number;
  kind: string;
  speaker_id: string | null;
  speaker: string | null;
  addressee_id: string | null;
  confidence: number;
  why: string;
  cue: { start: number; end: number } | null;
}

export interface Lines {
  lines: Line[];
  people: PersonName[];
  through_chapter: number;
}

export interface Relation {
  id: string;
  source_id: string;
  target_id: string;
  kind: string;
  label: string;
  mutual: boolean;
  citations: Citation[];
}

export interface Relations {
  relations: Relation[];
  talks: { one_id: string; other_id: string; lines: number }[];
  through_chapter: number;
}

export interface Correction {
  id: string;
  kind: 'merge' | 'split' | 'rename';
  who: string[];
  names: string[];
  at: string;
}

export interface Corrections {
  corrections: Correction[];
  may_correct: boolean;
  read_again: boolean;
}

export interface BookEvent {
  id: string;
  chapter: number;
  kind: string;
  actors: string[];
  targets: string[];
  place: string | null;
  citations: Citation[];
}

/** As much of a book's world as the pages show. */
export interface BookWorld {
  events: BookEvent[];
  through_chapter: number;
}
