import { Fault } from '../domain/fault.ts';
import { textSlots } from '../ingress/text-slots.ts';
import type { RestoredText } from '../projections/two-sided-view.ts';
import type { ReplyObserver } from '../rehydrate/index.ts';

/** Characters of all texts of one reply, both sides together, that are kept; no spoken reply is nearly as long. */
const maxCharacters = 200_000;

/** How long each text of a reply is, by choice and channel. */
export type ReplyLengths = ReadonlyMap<string, Lengths>;

interface Lengths {
  readonly masked: number;
  readonly restored: number;
  readonly values: number;
}

/** More of a text of a reply; it follows on the first `from` of it. */
export interface ReplyPiece extends RestoredText {
  readonly from: Lengths;
}

const nothing: Lengths = { masked: 0, restored: 0, values: 0 };

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
  #over = false;
  #closed = false;
  #said: ReadonlySet<string> | undefined;

  /** `grew` is told of every addition, in characters, until `close`. */
  constructor(grew: (characters: number) => void) {
    this.#grew = grew;
  }

  /** By the order in which they began. */
  get texts(): readonly RestoredText[] {
    return [...this.#texts.values()];
  }

  /** The watch of one text, for the restoring of the reply. */
  readonly watch = (choice: number, channel: string): ReplyObserver => {
    const text = this.#open(choice, channel);
    return {
      received: (masked) => {
        if (this.#full(masked)) return;
        text.masked += masked;
        this.#add(masked.length);
      },
      forwarded: (part, token) => {
        if (this.#full(part)) return;
        const start = text.restored.length;
        text.restored += part;
        if (token !== undefined) text.values.push({ ...token, start, end: text.restored.length });
        this.#add(part.length);
      },
    };
  };

  /**
   * Whether one of the texts is this one, or holds it in JSON; for a history that repeats what was
   * replied, which a request brings opened (decision 0039).
   */
  contains(text: string): boolean {
    this.#said ??= new Set(this.texts.flatMap(({ restored }) => openedVariants(restored)));
    return this.#said.has(text.trim());
  }

  lengths(): ReplyLengths {
    return new Map([...this.#texts].map(([name, text]) => [name, lengthsOf(text)]));
  }

  /** What has come beyond so much of it. */
  since(known: ReplyLengths = new Map()): readonly ReplyPiece[] {
    return [...this.#texts].flatMap(([name, text]) => {
      const piece = pieceSince(text, known.get(name) ?? nothing);
      return piece.masked === '' && piece.restored === '' ? [] : [piece];
    });
  }

  /** Takes a piece of the same reply as another replica has it; one that does not follow is left out. */
  append({ choice, channel, from, ...piece }: ReplyPiece): void {
    const known = this.#texts.get(nameOf(choice, channel));
    const here = known === undefined ? nothing : lengthsOf(known);
    const twice = minus(here, from);
    if (Math.min(twice.masked, twice.restored, twice.values) < 0) return;
    const more = pieceSince({ choice, channel, ...piece }, twice);
    const text = known ?? this.#open(choice, channel);
    text.masked += more.masked;
    text.restored += more.restored;
    text.values.push(...more.values);
    const size = more.masked.length + more.restored.length;
    if (size > 0) this.#add(size);
  }

  /** Tells of no more additions; the characters kept. */
  close(): number {
    this.#closed = true;
    return this.#size;
  }

  #open(choice: number, channel: string): OpenText {
    const text: OpenText = { choice, channel, masked: '', restored: '', values: [] };
    this.#texts.set(nameOf(choice, channel), text);
    return text;
  }

  /** Once a piece does not fit, none is kept: what is kept is the reply's beginning on both sides. */
  #full(piece: string): boolean {
    this.#over ||= this.#size + piece.length > maxCharacters;
    return this.#over;
  }

  #add(characters: number): void {
    this.#said = undefined;
    this.#size += characters;
    if (!this.#closed) this.#grew(characters);
  }
}

/** A text, and those that it would be opened into if a request brought it. */
function openedVariants(text: string): readonly string[] {
  return [text, ...openedTexts(text)].map((one) => one.trim());
}

/** What a text of an assistant is opened into; nothing when its JSON nests too deeply for a request. */
function openedTexts(text: string): readonly string[] {
  try {
    return Array.from(textSlots({ text }, 'text', '', 'assistant'), (slot) => slot.text);
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

function nameOf(choice: number, channel: string): string {
  return `${choice}.${channel}`;
}

function lengthsOf({ masked, restored, values }: RestoredText): Lengths {
  return { masked: masked.length, restored: restored.length, values: values.length };
}

function minus(a: Lengths, b: Lengths): Lengths {
  return {
    masked: a.masked - b.masked,
    restored: a.restored - b.restored,
    values: a.values - b.values,
  };
}

function pieceSince(text: RestoredText, from: Lengths): ReplyPiece {
  const { choice, channel, masked, restored, values } = text;
  return {
    ...{ choice, channel, from },
    masked: masked.slice(from.masked),
    restored: restored.slice(from.restored),
    values: values.slice(from.values),
  };
}
