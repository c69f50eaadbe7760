import type { Readable, Writable } from 'node:stream';

/** A stream of text; on a screen it also shows the progress of long work. */
export type TextOutput = Writable & { readonly isTTY?: boolean };

/** What a command has of whoever runs it. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: Readable;
  /** Results. */
  readonly out: TextOutput;
  /** Lines for a person. */
  readonly err: TextOutput;
}
