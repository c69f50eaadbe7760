import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createCustody } from '../../../main/keys/create-custody.ts';
import type { Custody } from '../../../main/keys/custody.ts';
import { createKeychainStore } from '../../../main/keys/keychain-store.ts';
import { secretVariables } from '../../../main/settings/schema.ts';
import { removeFolder } from '../remove-folder.ts';
import { createMemoryKeychain, type MemoryKeychain } from './memory-keychain.ts';

/** A machine with a signed-in user, who opens the app on a data folder. */
export interface Desk {
  readonly keychain: MemoryKeychain;
  readonly folder: string;
  platform: NodeJS.Platform;
  user: string;
  machine: string;
  /** Starts the app; each start reads everything again. */
  start(): Custody;
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-custody-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

export async function newDesk(overrides: Partial<Desk> = {}): Promise<Desk> {
  const desk: Desk = {
    keychain: createMemoryKeychain(),
    folder: await temporaryFolder(),
    platform: 'linux',
    user: 'front-desk',
    machine: 'clinic-1',
    start: () =>
      createCustody({
        place: createKeychainStore({ ...desk, dataFolder: desk.folder }),
        dataFolder: desk.folder,
        variables: secretVariables,
        machine: desk.machine,
      }),
    ...overrides,
  };
  return desk;
}

/** Makes a kit, puts it in force, and reads its lines off the page as a person would. */
export async function printKit(custody: Custody): Promise<string> {
  const made = await custody.draftRecoveryKit();
  if (!made.ok) throw new Error(made.problems[0]?.message);
  const kept = await made.draft.keep();
  if (!kept.ok) throw new Error(kept.problems[0]?.message);
  return linesOf(made.draft.page);
}

export function linesOf(page: string): string {
  return [...page.matchAll(/<li>([0-9A-Z ]+)<\/li>/g)].map(([, line]) => line).join('\n');
}
