import { redactedMark } from '../domain/token.ts';

/** A value to replace: equal values of one kind share `canonical` (design D11). */
export interface SensitiveValue {
  readonly kind: string;
  readonly canonical: string;
  /** The characters in the request. */
  readonly surface: string;
}

export interface Replacements {
  /** One per value, in order; equal values get equal replacements. */
  readonly texts: readonly string[];
  /** Resolves when all are durable; until then no text with them may be forwarded. */
  readonly durable: Promise<void>;
}

/** How values are replaced (spec, Tokenization schemes). */
export interface Scheme {
  readonly name: 'vault-deterministic' | 'reversible-aead' | 'synthetic';
  /** True when replacements are tokens that a reply restores. */
  readonly reversible: boolean;
  replace(values: readonly SensitiveValue[]): Promise<Replacements>;
}

/** Replacements that need no vault, one made for each distinct value. */
export function replaceDistinct(
  values: readonly SensitiveValue[],
  replacementOf: (value: SensitiveValue, all: ReadonlyMap<string, SensitiveValue>) => string,
): Replacements {
  const distinct = distinctValues(values);
  const made = new Map([...distinct].map(([key, value]) => [key, replacementOf(value, distinct)]));
  const texts = values.map((value) => made.get(valueKey(value)) ?? redactedMark(value.kind));
  return { texts, durable: Promise.resolve() };
}

/** Names a value within a call; neither part contains NUL. */
export function valueKey({ kind, canonical }: Pick<SensitiveValue, 'kind' | 'canonical'>): string {
  return `${kind}\0${canonical}`;
}

/** The distinct values by key, each as it first occurs. */
export function distinctValues(
  values: readonly SensitiveValue[],
): ReadonlyMap<string, SensitiveValue> {
  const distinct = new Map<string, SensitiveValue>();
  for (const value of values) {
    const key = valueKey(value);
    if (!distinct.has(key)) distinct.set(key, value);
  }
  return distinct;
}
