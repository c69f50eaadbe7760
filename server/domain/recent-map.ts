/** A map that keeps its most recently used entries, as many as their weights leave room for. */
export class RecentMap<K, V> {
  readonly #entries = new Map<K, { readonly value: V; readonly weight: number }>();
  readonly #capacity: number;
  readonly #weigh: (value: V) => number;
  #weight = 0;

  /** `capacity` is in the unit of `weigh`; without it, in entries. */
  constructor(capacity: number, weigh: (value: V) => number = () => 1) {
    this.#capacity = capacity;
    this.#weigh = weigh;
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

  /** Drops entries from the least recently used on, as long as they are unwanted. */
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
