/** Who said when that the keys are stored elsewhere too; '' until somebody does. */
export interface KeysStored {
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Login of the person. */
  readonly by: string;
}

export const keysNotStored: KeysStored = { at: '', by: '' };

/** Whether somebody said so after the newest of the keys was made; `madeAt` is ISO 8601 UTC or unknown. */
export function areKeysStored(
  stored: KeysStored,
  keys: readonly { readonly madeAt?: string | undefined }[],
): boolean {
  return stored.at !== '' && keys.every(({ madeAt = '' }) => madeAt <= stored.at);
}
