import { EventEmitter } from 'node:events';
import type { KeyState } from '../ipc/schema.ts';
import type { KeyBundle, KeyStore } from './key-bundle.ts';
import { type KeyProblem, type KeyResult, succeeded } from './key-problem.ts';
import { openBundle } from './open-bundle.ts';
import { readRecoveryFile, writeRecoveryFile } from './recovery-file.ts';

export interface KeyHolderOptions {
  readonly place: KeyStore;
  readonly dataFolder: string;
  /** Secrets from system credentials, by setting; they override stored ones. */
  readonly given?: () => Promise<KeyResult<Readonly<Record<string, string>>>>;
  readonly now: () => Date;
}

export interface OpenedKeys {
  readonly bundle: KeyBundle;
  readonly given: Readonly<Record<string, string>>;
}

/** The keys of a folder in memory, and why they could not be opened. */
export interface KeyHolder {
  state(): KeyState;
  held(): OpenedKeys | null;
  /** Tries again after a failure, because the keychain may be unlocked by then. */
  open(): Promise<KeyResult<OpenedKeys>>;
  /** Stores a changed bundle, durable on return. */
  replace(changed: KeyBundle): Promise<KeyResult<void>>;
  onChange(listener: () => void): void;
}

export function createKeyHolder(options: KeyHolderOptions): KeyHolder {
  const { place, dataFolder, now } = options;
  const changes = new EventEmitter();
  let held: OpenedKeys | null = null;
  let problem: KeyProblem | null = null;
  let kitMadeAt: string | null = null;

  function state(): KeyState {
    return { custody: place.name, backend: place.backend(), recoveryKitMadeAt: kitMadeAt, problem };
  }

  function settle(outcome: KeyResult<OpenedKeys>): KeyResult<OpenedKeys> {
    if (outcome.ok) held = outcome.value;
    problem = outcome.ok ? null : outcome.problem;
    changes.emit('change');
    return outcome;
  }

  async function find(): Promise<KeyResult<OpenedKeys>> {
    const given = await givenTo(options);
    if (!given.ok) return given;
    const opened = await openBundle(place, dataFolder, now());
    return opened.ok ? succeeded({ bundle: opened.value, given: given.value }) : opened;
  }

  return {
    state,
    held: () => held,
    open: async () => {
      if (held !== null) return succeeded(held);
      const found = await find();
      const recovery = await readRecoveryFile(dataFolder);
      kitMadeAt = (recovery.ok && recovery.value?.madeAt) || null;
      return settle(found);
    },
    // A crash after the first write leaves an old recovery file, which the next opening rewrites.
    replace: async (changed) => {
      const given = held === null ? await givenTo(options) : succeeded(held.given);
      if (!given.ok) return given;
      const bundle = { ...changed, revision: changed.revision + 1 };
      const written = await place.write(bundle);
      if (!written.ok) return written;
      await writeRecoveryFile(dataFolder, bundle);
      kitMadeAt = bundle.kit?.madeAt ?? null;
      settle(succeeded({ bundle, given: given.value }));
      return written;
    },
    onChange: (listener) => void changes.on('change', listener),
  };
}

async function givenTo({ given }: KeyHolderOptions): ReturnType<NonNullable<typeof given>> {
  return (await given?.()) ?? succeeded({});
}
