import { modelReach } from './tokens.ts';

/** Most tokens of one window, so that no run of the model grows with its text. */
export const windowSize = 512;

/** A stretch of a sequence to run through the model; the results of [keepFrom, keepTo) count. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly keepFrom: number;
  readonly keepTo: number;
}

/**
 * Windows over a sequence of `length` tokens. Neighbours overlap by twice the model's reach and each
 * token counts where it stands at least that far from a cut, so that windowing changes no result.
 */
export function windowsOf(length: number, size: number = windowSize): Window[] {
  const windows: Window[] = [];
  for (let from = 0; ; from += size - 2 * modelReach) {
    const to = Math.min(length, from + size);
    const isLast = to === length;
    const keepFrom = from === 0 ? 0 : from + modelReach;
    windows.push({ from, to, keepFrom, keepTo: isLast ? length : to - modelReach });
    if (isLast) return windows;
  }
}
