/** A map that drops the least recently used entries when the weight of all exceeds its capacity. */
export class RecentMap<K, V> {
  readonly #entries = new Map<K, { readonly value: V; readonly weight: number }>();
  readonly #capacity: number;
  readonly #weigh: (value: V) => number;
  #weight = 0;

  /** `capacity` is in the unit of `weigh`; without `weigh`, in entries. */
  constructor(capacity: number, weigh: (value: V) => number = () => 1) {
    this.#capacity = capacity;
    this.#weigh = weigh;
  }

  /** Of all entries, in the unit of `weigh`. */
  get weight(): number {
    return this.#weight;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    const weight = this.#weigh(value);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const [oldest] of this.#entries) {
      if (this.#weight <= this.#capacity) break;
      this.delete(oldest);
    }
  }

  /** Drops the least recently used entries while they are unwanted. */
  dropWhile(isUnwanted: (value: V) => boolean): void {
    for (const [oldest, { value }] of this.#entries) {
      if (!isUnwanted(value)) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
