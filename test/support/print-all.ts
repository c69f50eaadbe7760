import { writeSync } from 'node:fs';

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Writes a text to standard output before it returns; a pipe whose reader is behind takes only a part at a time, or nothing. */
export function printAll(text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(cell, 0, 0, 1);
    }
  }
}
