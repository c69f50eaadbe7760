import { valueKey } from './scheme.ts';

/** Placeholders of one call: `[KIND_NN]`, counted per kind, one number per value (spec, Token shape). */
export class PlaceholderBook {
  readonly #byValue = new Map<string, string>();
  readonly #counts: Map<string, number>;

  /** `counts`: the highest number given out before, by kind, for a call that is taken up again. */
  constructor(counts: ReadonlyMap<string, number> = new Map()) {
    this.#counts = new Map(counts);
  }

  /** The value's placeholder, given out on first sight. */
  placeholderFor(kind: string, canonical: string): string {
    const key = valueKey({ kind, canonical });
    const known = this.#byValue.get(key);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    const placeholder = `[${kind}_${String(count).padStart(2, '0')}]`;
    this.#counts.set(kind, count);
    this.#byValue.set(key, placeholder);
    return placeholder;
  }
}
