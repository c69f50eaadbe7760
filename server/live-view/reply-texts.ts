import { Fault } from '../domain/fault.ts';
import { slotsOf } from '../ingress/slots.ts';
import type { RestoredText } from '../projections/two-sided-view.ts';
import type { ReplyObserver } from '../rehydrate/index.ts';

/** Most characters kept of one reply, both sides together; spoken replies are much shorter. */
const maxCharacters = 200_000;

/** The length of each text of a reply, by choice and channel. */
export type ReplyLengths = ReadonlyMap<string, Lengths>;

interface Lengths {
  readonly masked: number;
  readonly restored: number;
  readonly values: number;
}

/** The part of a reply text after its first `from`. */
export interface ReplyPiece extends RestoredText {
  readonly from: Lengths;
}

const nothing: Lengths = { masked: 0, restored: 0, values: 0 };

interface OpenText extends RestoredText {
  masked: string;
  restored: string;
  readonly values: RestoredText['values'][number][];
}

/** The texts of one reply as they pass: the model's side, and what the caller hears. */
export class ReplyTexts {
  readonly #texts = new Map<string, OpenText>();
  readonly #grew: (characters: number) => void;
  #size = 0;
  #over = false;
  #closed = false;
  #said: ReadonlySet<string> | undefined;

  /** Calls `grew` with the characters of every addition, until `close`. */
  constructor(grew: (characters: number) => void) {
    this.#grew = grew;
  }

  /** By the order in which they began. */
  get texts(): readonly RestoredText[] {
    return [...this.#texts.values()];
  }

  /** Whether no character of the reply has passed. */
  get isEmpty(): boolean {
    return this.#size === 0 && !this.#over;
  }

  /** Observes one text while the reply is restored; `called` is the function whose arguments it is. */
  readonly watch = (choice: number, channel: string, called?: string): ReplyObserver => {
    const text = this.#open(choice, channel, called);
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
   * Whether one of the texts is this one, or holds it in JSON. A history repeats replies with their JSON
   * opened (decision 0039).
   */
  contains(text: string): boolean {
    this.#said ??= new Set(this.texts.flatMap(({ restored }) => openedVariants(restored)));
    return this.#said.has(text.trim());
  }

  lengths(): ReplyLengths {
    return new Map([...this.#texts].map(([name, text]) => [name, lengthsOf(text)]));
  }

  /** The text beyond the known lengths. */
  since(known: ReplyLengths = new Map()): readonly ReplyPiece[] {
    return [...this.#texts].flatMap(([name, text]) => {
      const piece = pieceSince(text, known.get(name) ?? nothing);
      return piece.masked === '' && piece.restored === '' ? [] : [piece];
    });
  }

  /** Adds a piece of the same reply from another replica; ignores one that leaves a hole. */
  append({ choice, channel, called, from, ...piece }: ReplyPiece): void {
    const known = this.#texts.get(nameOf(choice, channel));
    const here = known === undefined ? nothing : lengthsOf(known);
    const twice = minus(here, from);
    if (Math.min(twice.masked, twice.restored, twice.values) < 0) return;
    const more = pieceSince({ choice, channel, ...piece }, twice);
    const text = known ?? this.#open(choice, channel, called);
    text.masked += more.masked;
    text.restored += more.restored;
    text.values.push(...more.values);
    const size = more.masked.length + more.restored.length;
    if (size > 0) this.#add(size);
  }

  /** Reports no more additions; returns the number of characters kept. */
  close(): number {
    this.#closed = true;
    return this.#size;
  }

  #open(choice: number, channel: string, called: string | undefined): OpenText {
    const name = called !== undefined && { called };
    const text: OpenText = { choice, channel, ...name, masked: '', restored: '', values: [] };
    this.#texts.set(nameOf(choice, channel), text);
    return text;
  }

  /** After the first piece that does not fit none is kept, so both sides hold the reply's beginning. */
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

/** A text, and the texts that ingress would open it into. */
function openedVariants(text: string): readonly string[] {
  return [text, ...openedTexts(text)].map((one) => one.trim());
}

/** The texts that ingress opens an assistant's text into; none when its JSON nests too deeply. */
function openedTexts(text: string): readonly string[] {
  try {
    const said = {
      holder: { text },
      key: 'text',
      path: '',
      speaker: 'assistant',
      as: 'words',
    } as const;
    return Array.from(slotsOf([said]), (slot) => slot?.text ?? []).flat();
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
  const { masked, restored, values, ...place } = text;
  return {
    ...place,
    from,
    masked: masked.slice(from.masked),
    restored: restored.slice(from.restored),
    values: values.slice(from.values),
  };
}
