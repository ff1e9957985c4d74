/** A write from the panel: what to send, whose row it is, and what to do once it is committed or refused. */
export type Act = (path: string, version: number) => Promise<unknown>;
export type Run = (act: Act, name: string, done?: (answer: unknown) => void, refused?: () => void) => void;
