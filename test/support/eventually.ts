import { vi } from 'vitest';

/** What `probe` returns once it no longer throws; on a busy machine that may take its time. */
export function eventually<T>(probe: () => T | Promise<T>, timeoutMs = 90_000): Promise<T> {
  return vi.waitFor(probe, { timeout: timeoutMs, interval: 10 });
}
