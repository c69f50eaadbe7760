import { existsSync } from 'node:fs';
import {
  type KnownHeadDatabase,
  readKnownHead,
  unacknowledgedHead,
  writeKnownHead,
} from '../adapters/sqlcipher/engine/known-head.ts';
import type { DataFiles } from '../config/data-files.ts';
import type { Secret } from '../domain/secret.ts';
import type { JournalGap, JournalHead } from '../ports/journal.ts';
import { databasesOf } from './local-databases.ts';

/** What the other databases of a data folder know of its journal (decision 0055). */
export interface KnownHeads {
  /** The journal's head that each of them stored last. The journal must have grown from there. */
  readonly heads: readonly JournalHead[];
  /** True when `vault.db` is missing, or was created again and no admin has acknowledged the loss. */
  readonly vaultIsMissing: boolean;
}

/** Reads the stored heads. Call it before a thread of this process opens the databases. */
export function knownHeads(files: DataFiles, root: Secret<Buffer>): KnownHeads {
  const found = keepersOf(files, root).map(({ name, file, key }) => {
    return { name, head: headIn({ file, key }) };
  });
  return {
    heads: found.flatMap(({ head }) => (head !== undefined && head.size >= 0 ? [head] : [])),
    vaultIsMissing: found.some(({ name, head }) => name === 'vault' && head?.size === -1),
  };
}

function headIn(keeper: KnownHeadDatabase): JournalHead | undefined {
  if (!existsSync(keeper.file)) return unacknowledgedHead;
  try {
    return readKnownHead(keeper);
  } catch (error) {
    throw Object.assign(error as Error, { path: keeper.file });
  }
}

/** Stores the journal's head in the existing databases; no thread may have them open. */
export function recordKnownHead(files: DataFiles, root: Secret<Buffer>, head: JournalHead): void {
  for (const keeper of keepersOf(files, root)) {
    if (existsSync(keeper.file)) writeKnownHead(keeper, head);
  }
}

function keepersOf(
  files: DataFiles,
  root: Secret<Buffer>,
): readonly (KnownHeadDatabase & { name: string })[] {
  return databasesOf(files, root).filter(({ name }) => name === 'calls' || name === 'vault');
}

/** How often open databases store the head, in milliseconds. */
const updateEveryMs = 5_000;

type Keeper = { keepKnownHead(head: JournalHead): Promise<void> };

export interface KnownHeadTargets {
  readonly journal: { head(): JournalHead; gap(): JournalGap | undefined };
  readonly vault: Keeper;
  readonly calls: Keeper;
}

/** Stores the journal's head in the open databases. */
export interface KnownHeadUpdater {
  /** Stores the head now, also after an admin acknowledged a gap. */
  update(): Promise<void>;
  /** Stores the head for the last time. */
  stop(): Promise<void>;
}

/**
 * Stores the journal's head in the other databases now and every few seconds. During a gap they keep the
 * old head, which proves the gap. A database that refuses the write gets the next one.
 */
export async function keepKnownHeadsCurrent({
  journal,
  vault,
  calls,
}: KnownHeadTargets): Promise<KnownHeadUpdater> {
  let lastHash = '';
  const update = async (): Promise<void> => {
    const head = journal.head();
    if (journal.gap() !== undefined || head.hash === lastHash) return;
    await Promise.all([vault.keepKnownHead(head), calls.keepKnownHead(head)]);
    lastHash = head.hash;
  };
  const tryUpdate = () => update().catch(() => undefined);
  if (journal.gap()?.reason === 'vault_missing') await vault.keepKnownHead(unacknowledgedHead);
  await tryUpdate();
  const timer = setInterval(() => void tryUpdate(), updateEveryMs).unref();
  return {
    update,
    stop: async () => {
      clearInterval(timer);
      await tryUpdate();
    },
  };
}
