import { isWordKind, type KnownValue } from '../domain/detection.ts';
import { type LiveCall, rememberValue } from './live-call.ts';

type MarkedCall = Pick<LiveCall, 'known' | 'knownKeys' | 'notPrivate'>;
type Value = Pick<KnownValue, 'kind' | 'canonical'>;

/** Masks a value that detection missed in the rest of the call. */
export function markMissed(call: MarkedCall, value: KnownValue): void {
  rememberValue(call, value);
  call.notPrivate = call.notPrivate.filter((other) => keyOf(other) !== keyOf(value));
}

/** Stops masking a value in the rest of the call, unless something else keeps it masked. */
export function markNotPrivate(call: MarkedCall, { kind, canonical }: Value): void {
  const value = { kind, canonical };
  if (!call.notPrivate.some((other) => keyOf(other) === keyOf(value)))
    call.notPrivate = [...call.notPrivate, value];
}

/** Keys of values (`keyOf`) that a call no longer masks. */
export interface ValuesInClear {
  readonly whole: ReadonlySet<string>;
  /** Words of these that were only searched for because the whole value was found. */
  readonly words: ReadonlySet<string>;
}

/**
 * The values of a call that people marked as not private (decision 0084). A value stays masked while it
 * is part of another value of the call, or has another kind there, so that no longer value is opened.
 */
export function valuesInClear({ known, notPrivate }: MarkedCall): ValuesInClear | undefined {
  if (notPrivate.length === 0) return undefined;
  const marked = new Set(notPrivate.map(keyOf));
  const others = known.filter((value) => !marked.has(keyOf(value))).map(searchable);
  const standsAlone = (value: Value) => {
    const { key, words, letters } = searchable(value);
    const isWord = isWordKind(value.kind);
    return !others.some(
      (other) =>
        other.key !== key &&
        (isWord ? other.words.includes(words) : other.letters.includes(letters)),
    );
  };
  const whole = notPrivate.filter(standsAlone);
  const words = whole
    .filter(({ kind }) => isWordKind(kind))
    .flatMap(({ kind, canonical }) =>
      canonical.split(' ').map((word) => ({ kind, canonical: word })),
    );
  return {
    whole: new Set(whole.map(keyOf)),
    words: new Set(words.filter(standsAlone).map(keyOf)),
  };
}

/** The values that must not leave in clear. */
export function privateValues(call: MarkedCall): readonly KnownValue[] {
  const inClear = valuesInClear(call);
  if (inClear === undefined) return call.known;
  return call.known.filter(
    (value) => !inClear.whole.has(keyOf(value)) && !inClear.words.has(keyOf(value)),
  );
}

/** Identifies a value within its call. */
export function keyOf({ kind, canonical }: Value): string {
  return `${kind}\0${canonical}`;
}

/** A value as its words between blanks, and as its letters and digits alone. */
function searchable(value: Value) {
  const words = ` ${value.canonical.replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  return { key: keyOf(value), words, letters: words.replaceAll(' ', '') };
}
