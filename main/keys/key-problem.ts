import { refusedAt } from '../ipc/refusal.ts';
import type { Refused } from '../ipc/schema.ts';

/** Why the keys are unavailable; the message says what to do. */
export interface KeyProblem {
  readonly code:
    | 'keychain_unavailable'
    | 'keychain_locked'
    | 'keychain_lost'
    | 'wrong_user'
    | 'wrong_machine'
    | 'backend_weak'
    | 'backend_changed'
    | 'file_damaged'
    | 'file_newer'
    | 'file_unsafe'
    | 'read_only'
    | 'keys_missing'
    | 'kit_needed'
    | 'keys_differ'
    | 'folder_mixed';
  readonly message: string;
}

export type KeyResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: KeyProblem };

export function succeeded<T>(value: T): KeyResult<T> {
  return { ok: true, value };
}

export function failed(code: KeyProblem['code'], message: string) {
  return { ok: false, problem: { code, message } } as const;
}

/** A key problem as a refusal of a call. */
export function refused({ message }: KeyProblem): Refused {
  return refusedAt('keys', message);
}
