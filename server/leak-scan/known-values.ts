import type { KnownValue } from '../domain/detection.ts';
import { type Squeezed, squeeze } from './squeeze.ts';

/** Digits from which on a match is no coincidence; with letters around them, fewer do. */
const strongDigits = 6;
const strongMixed = { digits: 4, length: 8 };
/** A number this long counts even inside a longer one, as with a country code in front. */
const unboundedDigits = 9;
const minDigits = 4;
const minLetters = 2;

export interface ValueHit {
  readonly kind: string;
  /** Numbers, identifiers, full dates and e-mail addresses; names and short values are weak. */
  readonly strong: boolean;
}

/** The values that stand in `haystack`, by canonical or surface form, whatever the punctuation. */
export function knownValueHits(
  haystack: Squeezed,
  values: readonly KnownValue[],
): readonly ValueHit[] {
  return values.flatMap((value) => {
    const found = formsOf(value).filter((form) => occurs(form, haystack));
    if (found.length === 0) return [];
    const strong = value.canonical.includes('@') || found.some(isStrong);
    return [{ kind: value.kind, strong }];
  });
}

/** Values are looked for in every request of their call; their forms are made once. */
const formsByValue = new WeakMap<KnownValue, readonly string[]>();

function formsOf(value: KnownValue): readonly string[] {
  const known = formsByValue.get(value);
  if (known !== undefined) return known;
  const forms = [...new Set([squeeze(value.canonical).text, squeeze(value.surface).text])].filter(
    isLongEnough,
  );
  formsByValue.set(value, forms);
  return forms;
}

function isLongEnough(form: string): boolean {
  return form.length >= (/^\d+$/.test(form) ? minDigits : minLetters);
}

function isStrong(form: string): boolean {
  const digits = form.replace(/\D/g, '').length;
  return (
    digits >= strongDigits || (digits >= strongMixed.digits && form.length >= strongMixed.length)
  );
}

function occurs(form: string, { text, edges }: Squeezed): boolean {
  const bounded = !(form.length >= unboundedDigits && /^\d+$/.test(form));
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) {
    if (!bounded || (edges[at] === 1 && edges[at + form.length] === 1)) return true;
  }
  return false;
}
