import type { Problem } from '../ipc/schema.ts';

/** What one source says of the settings, unchecked, by their keys. */
export type Layer =
  | { readonly ok: true; readonly values: Readonly<Record<string, unknown>> }
  /** The source is there and cannot be trusted or read: nobody knows what it would say. */
  | { readonly ok: false; readonly problems: readonly Problem[] };

export const emptyLayer: Layer = { ok: true, values: {} };

export function brokenLayer(path: string, message: string): Layer {
  return { ok: false, problems: [{ path, message }] };
}
