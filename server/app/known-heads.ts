import { existsSync } from 'node:fs';
import {
  type KnownHeadDatabase,
  readKnownHead,
  unacknowledgedHead,
  writeKnownHead,
} from '../adapters/sqlcipher/engine/known-head.ts';
import { readHead, writeHead } from '../adapters/system/head-file.ts';
import { deriveFileKey } from '../adapters/system/key-derivation.ts';
import type { KeyRoots } from '../adapters/system/load-keys.ts';
import type { DataFiles } from '../config/data-files.ts';
import type { Secret } from '../domain/secret.ts';
import { type HeadStatus, journalKeys } from '../journal/index.ts';
import type { JournalGap, JournalHead } from '../ports/journal.ts';
import { databasesOf } from './local-databases.ts';

/** What the other files of a data folder know of its journal (decisions 0055 and 0140). */
export interface KnownHeads {
  /** The journal's head that each of them stored last. The journal must have grown from there. None is `missing`. */
  readonly heads: readonly HeadStatus[];
  /** True when `vault.db` is missing, or was created again and no admin has acknowledged the loss. */
  readonly vaultIsMissing: boolean;
}

type Roots = Pick<KeyRoots, 'master' | 'database'>;

/** Reads the stored heads. Call it before a thread of this process opens the databases. */
export function knownHeads(files: DataFiles, { master, database }: Roots): KnownHeads {
  const found = keepersOf(files, database).map(({ name, file, key }) => {
    return { name, head: headIn({ file, key }) };
  });
  // Earlier versions had no such file, so one that is missing is no gap by itself. One that somebody else wrote is.
  const inFile = readHead(files.knownHead, headKey(master));
  return {
    heads: [
      ...found.flatMap(({ head }) =>
        head !== undefined && head.size >= 0 ? [{ state: 'signed', head } as const] : [],
      ),
      ...(inFile.state === 'missing' ? [] : [inFile]),
    ],
    vaultIsMissing: found.some(({ name, head }) => name === 'vault' && head?.size === -1),
  };
}

/** Whether a stored head tells of records, or somebody wrote it who wanted to hide them. */
export const tellsOfRecords = (known: HeadStatus): boolean =>
  known.state === 'forged' || (known.state === 'signed' && known.head.size > 0);

function headIn(keeper: KnownHeadDatabase): JournalHead | undefined {
  if (!existsSync(keeper.file)) return unacknowledgedHead;
  try {
    return readKnownHead(keeper);
  } catch (error) {
    throw Object.assign(error as Error, { path: keeper.file });
  }
}

/** Stores the journal's head in its file and in the existing databases; no thread may have them open. */
export async function recordKnownHead(
  files: DataFiles,
  { master, database }: Roots,
  head: JournalHead,
): Promise<void> {
  for (const keeper of keepersOf(files, database)) {
    if (existsSync(keeper.file)) writeKnownHead(keeper, head);
  }
  await headFileKeeper(files, master).keepKnownHead(head);
}

const headKey = (master: Secret<Buffer>) =>
  journalKeys(deriveFileKey(master, 'journal').reveal()).head;

/** The file of the head, as one of the places that keep it. */
export function headFileKeeper(files: DataFiles, master: Secret<Buffer>): HeadKeeper {
  const key = headKey(master);
  return { keepKnownHead: (head) => writeHead(files.knownHead, head, key) };
}

function keepersOf(
  files: DataFiles,
  root: Secret<Buffer>,
): readonly (KnownHeadDatabase & { name: string })[] {
  return databasesOf(files, root).filter(({ name }) => name !== 'journal');
}

/** How often open databases store the head, in milliseconds. */
const updateEveryMs = 5_000;

/** A place that keeps the journal's head. */
export interface HeadKeeper {
  keepKnownHead(head: JournalHead): Promise<void>;
}

export interface KnownHeadTargets {
  readonly journal: { head(): JournalHead; gap(): JournalGap | undefined };
  readonly vault: HeadKeeper;
  readonly others: readonly HeadKeeper[];
}

/** Stores the journal's head where others than the journal keep it. */
export interface KnownHeadUpdater {
  /** Stores the head now, also after an admin acknowledged a gap. */
  update(): Promise<void>;
  /** Stores the head for the last time. */
  stop(): Promise<void>;
}

/**
 * Stores the journal's head in the other files now and every few seconds. During a gap they keep the old
 * head, which proves the gap. A file that refuses the write gets the next one.
 */
export async function keepKnownHeadsCurrent({
  journal,
  vault,
  others,
}: KnownHeadTargets): Promise<KnownHeadUpdater> {
  let lastHash = '';
  const update = async (): Promise<void> => {
    const head = journal.head();
    if (journal.gap() !== undefined || head.hash === lastHash) return;
    await Promise.all([vault, ...others].map((keeper) => keeper.keepKnownHead(head)));
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
