/** Keys that a caller presses one after the other, until `#`, a pause, or words. */
export class Keypad {
  readonly #onTyped: (keys: string) => void;
  readonly #pauseMs: number;
  #keys = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(pauseMs: number, onTyped: (keys: string) => void) {
    this.#pauseMs = pauseMs;
    this.#onTyped = onTyped;
  }

  press(key: string): void {
    clearTimeout(this.#timer);
    if (key === '#' && this.#keys !== '') {
      this.#onTyped(this.take());
      return;
    }
    this.#keys += key;
    this.#timer = setTimeout(() => this.#onTyped(this.take()), this.#pauseMs);
  }

  /** The keys so far, which are no longer waited for. */
  take(): string {
    clearTimeout(this.#timer);
    const keys = this.#keys;
    this.#keys = '';
    return keys;
  }
}
