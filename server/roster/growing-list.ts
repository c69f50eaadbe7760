import { itemAt } from '../domain/item-at.ts';
/** Numbers in a typed array that doubles when it is full. */
export interface GrowingList {
  push(value: number): void;
  at(index: number): number;
  length(): number;
  bytes(): number;
}

export function growingList(): GrowingList {
  let values = new Uint32Array(1024);
  let length = 0;
  return {
    push: (value) => {
      if (length === values.length) {
        const longer = new Uint32Array(2 * length);
        longer.set(values);
        values = longer;
      }
      values[length] = value;
      length += 1;
    },
    at: (index) => itemAt(values, index),
    length: () => length,
    bytes: () => values.byteLength,
  };
}
