import type { KeyBundle } from './key-bundle.ts';
import type { KeyResult } from './key-problem.ts';

/** Where a key bundle lies. */
export interface KeyStore {
  /** As a person is told, such as `keychain`. */
  readonly name: string;
  /** Of the operating system, once it is known; null where there is none. */
  backend(): string | null;
  /** Undefined where nothing was kept yet. */
  read(): Promise<KeyResult<KeyBundle | undefined>>;
  /** Durable on return, and found to be readable again before what was there is given up. */
  write(bundle: KeyBundle): Promise<KeyResult<void>>;
  /** Keeps a copy of what is there, which a restoring is about to replace. */
  setAside(): Promise<void>;
}
