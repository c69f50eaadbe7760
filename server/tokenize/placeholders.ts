import { valueKey } from './scheme.ts';

/** All placeholders of a call, as JSON. */
export interface SavedPlaceholders {
  readonly byValue: readonly (readonly [valueKey: string, placeholder: string])[];
  readonly counts: readonly (readonly [kind: string, highest: number])[];
}

/** Placeholders of one call: `[KIND_NN]`, counted per kind, one number per value (spec, Token shape). */
export class Placeholders {
  readonly #byValue = new Map<string, string>();
  readonly #counts: Map<string, number>;

  /** `counts`: the highest number in use, by kind, for a call that is restored from its records. */
  constructor(counts: ReadonlyMap<string, number> = new Map()) {
    this.#counts = new Map(counts);
  }

  /** Restores what `contents` returned. */
  static from({ byValue, counts }: SavedPlaceholders): Placeholders {
    const restored = new Placeholders(new Map(counts));
    for (const [key, placeholder] of byValue) restored.#byValue.set(key, placeholder);
    return restored;
  }

  /** All of it, for another replica. */
  contents(): SavedPlaceholders {
    return { byValue: [...this.#byValue], counts: [...this.#counts] };
  }

  /** The number of values with a placeholder. */
  get size(): number {
    return this.#byValue.size;
  }

  /** The value's placeholder, assigned on first use. */
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
