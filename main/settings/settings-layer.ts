import type { Problem } from '../ipc/schema.ts';

/** Unchecked values of one source, by setting. */
export type Layer =
  | { readonly ok: true; readonly values: Readonly<Record<string, unknown>> }
  /** The source exists but cannot be trusted or read, so its values are unknown. */
  | { readonly ok: false; readonly problems: readonly Problem[] };

export const emptyLayer: Layer = { ok: true, values: {} };

export function brokenLayer(path: string, message: string): Layer {
  return { ok: false, problems: [{ path, message }] };
}
