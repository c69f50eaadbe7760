import type { RestoredText } from '../projections/two-sided-view.ts';
import type { ReplyWatch } from '../rehydrate/index.ts';

/** Characters of one reply that are kept on each side; no spoken reply is nearly as long. */
const maxCharacters = 1_000_000;

interface OpenText extends RestoredText {
  masked: string;
  restored: string;
  readonly values: { kind: string; restored: boolean; start: number; end: number }[];
}

/** The texts of one reply as they pass: what came from the model, and what the caller hears. */
export class ReplyTexts {
  readonly #texts = new Map<string, OpenText>();
  readonly #grew: (characters: number) => void;
  #size = 0;
  #closed = false;

  /** `grew` is told of every addition, in characters, until `close`. */
  constructor(grew: (characters: number) => void) {
    this.#grew = grew;
  }

  /** By the order in which they began. */
  get texts(): readonly RestoredText[] {
    return [...this.#texts.values()];
  }

  /** The watch of one text, for the restoring of the reply. */
  readonly watch = (choice: number, channel: string): ReplyWatch => {
    const text: OpenText = { choice, channel, masked: '', restored: '', values: [] };
    this.#texts.set(`${choice}.${channel}`, text);
    return {
      came: (masked) => {
        if (text.masked.length + masked.length > maxCharacters) return;
        text.masked += masked;
        this.#add(masked.length);
      },
      passed: (part, token) => {
        if (text.restored.length + part.length > maxCharacters) return;
        const start = text.restored.length;
        text.restored += part;
        if (token !== undefined) text.values.push({ ...token, start, end: text.restored.length });
        this.#add(part.length);
      },
    };
  };

  /** Whether one of the texts is this one, for a history that repeats what was replied. */
  said(text: string): boolean {
    return this.texts.some(({ restored }) => restored.trim() === text.trim());
  }

  /** Tells of no more additions; the characters kept. */
  close(): number {
    this.#closed = true;
    return this.#size;
  }

  #add(characters: number): void {
    if (this.#closed) return;
    this.#size += characters;
    this.#grew(characters);
  }
}
