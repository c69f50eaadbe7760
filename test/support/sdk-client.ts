/** Where a client sends its requests, and how they are signed. */
export interface SdkTarget {
  readonly baseURL: string;
  readonly fetch: typeof fetch;
}

/** A reply as a client's users see it; what a client does not tell is left out. */
export interface SdkReply {
  readonly text: string;
  readonly finish?: string | undefined;
  readonly totalTokens?: number | undefined;
}

/** What a voice agent does with its client library, by that library's own means. */
export interface SdkClient {
  readonly name: string;
  /** Absent where the library always streams. */
  whole?(at: SdkTarget, words: string): Promise<string>;
  streamed(at: SdkTarget, words: string): Promise<SdkReply>;
  /** Names and arguments of the tools that a streamed reply calls; `save_note` is on offer. */
  toolCalls(at: SdkTarget, words: string): Promise<readonly { name: string; input: unknown }[]>;
  /** Streams, and hangs up after the first words. */
  hangUp(at: SdkTarget, words: string): Promise<void>;
  /** Asks, and gives up if it does not succeed by itself; resolves either way. */
  ask(at: SdkTarget, words: string): Promise<void>;
}

export const system = 'You answer the phone of a clinic.';

export const noteTool = {
  name: 'save_note',
  description: 'Keeps a note.',
  parameters: { type: 'object', properties: { note: { type: 'string' } } },
} as const;
