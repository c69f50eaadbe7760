import { type SensitiveValue, valueKey } from './scheme.ts';

/** All placeholders of a call, as JSON. */
export interface SavedPlaceholders {
  readonly byValue: readonly (readonly [valueKey: string, placeholder: string])[];
  readonly counts: readonly (readonly [kind: string, highest: number])[];
}

/** The placeholder that a value got in an earlier process; undefined for none. */
export type EarlierPlaceholder = (
  value: Pick<SensitiveValue, 'kind' | 'canonical'>,
) => string | undefined;

/** Placeholders of one call: `[KIND_NN]`, counted per kind, one number per value (spec, Token shape). */
export class Placeholders {
  readonly #byValue = new Map<string, string>();
  readonly #counts: Map<string, number>;
  readonly #earlier: EarlierPlaceholder;

  /**
   * For a call that is restored from its records: `counts` are the highest numbers in use, by kind, and
   * `earlier` knows values that have a number already.
   */
  constructor(
    counts: ReadonlyMap<string, number> = new Map(),
    earlier: EarlierPlaceholder = () => undefined,
  ) {
    this.#counts = new Map(counts);
    this.#earlier = earlier;
  }

  /** Restores what `contents` returned. */
  static from({ byValue, counts }: SavedPlaceholders, earlier?: EarlierPlaceholder): Placeholders {
    const restored = new Placeholders(new Map(counts), earlier);
    for (const [key, placeholder] of byValue) restored.#byValue.set(key, placeholder);
    return restored;
  }

  /** All of it, for another replica. */
  contents(): SavedPlaceholders {
    return { byValue: [...this.#byValue], counts: [...this.#counts] };
  }

  /** The same placeholders, to which more can be added apart. */
  copy(): Placeholders {
    return Placeholders.from(this.contents(), this.#earlier);
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
    const placeholder = this.#earlier({ kind, canonical }) ?? this.#next(kind);
    this.#byValue.set(key, placeholder);
    return placeholder;
  }

  #next(kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return `[${kind}_${String(count).padStart(2, '0')}]`;
  }
}
