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
  /** Where the journal ended when each of them was last told. It must have grown from there. */
  readonly heads: readonly JournalHead[];
  /** True when `vault.db` is not there, or was made again and nobody has acknowledged its loss. */
  readonly vaultIsMissing: boolean;
}

/** Reads them; to be called before a thread of this process opens the databases. */
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

/** Tells the databases that are there where the journal ends; no thread may have them open. */
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

/** How often open databases are told, in milliseconds. */
const updateEveryMs = 5_000;

type Keeper = { keepKnownHead(head: JournalHead): Promise<void> };

export interface KnownHeadTargets {
  readonly journal: { head(): JournalHead; gap(): JournalGap | undefined };
  readonly vault: Keeper;
  readonly calls: Keeper;
}

/** Tells the open databases where the journal ends. */
export interface KnownHeadUpdater {
  /** Now; also an end that is not where they knew it, once its loss was acknowledged. */
  update(): Promise<void>;
  /** The last time. */
  stop(): Promise<void>;
}

/**
 * Tells them now and every few seconds. During a gap they keep what they know: it is the evidence.
 * A database that takes no writes is told later.
 */
export async function keepKnownHeadsCurrent({
  journal,
  vault,
  calls,
}: KnownHeadTargets): Promise<KnownHeadUpdater> {
  let lastHash = '';
  const tell = async (): Promise<void> => {
    const head = journal.head();
    if (journal.gap() !== undefined || head.hash === lastHash) return;
    await Promise.all([vault.keepKnownHead(head), calls.keepKnownHead(head)]);
    lastHash = head.hash;
  };
  const updateLater = () => tell().catch(() => undefined);
  if (journal.gap()?.reason === 'vault_missing') await vault.keepKnownHead(unacknowledgedHead);
  await updateLater();
  const timer = setInterval(() => void updateLater(), updateEveryMs).unref();
  return {
    update: tell,
    stop: async () => {
      clearInterval(timer);
      await updateLater();
    },
  };
}
