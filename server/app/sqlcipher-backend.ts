import { basename } from 'node:path';
import { openCallsStore } from '../adapters/sqlcipher/calls/calls-store.ts';
import { sqliteVersion } from '../adapters/sqlcipher/engine/connection.ts';
import { openJournal } from '../adapters/sqlcipher/journal/journal.ts';
import { openPayloadsStore } from '../adapters/sqlcipher/payloads/payloads-store.ts';
import { openVaultStore } from '../adapters/sqlcipher/vault/vault-store.ts';
import { freeBytes, storedFiles } from '../adapters/system/disk-usage.ts';
import { deriveFileKey } from '../adapters/system/key-derivation.ts';
import { type KeyRoots, loadOrCreateKeys } from '../adapters/system/load-keys.ts';
import { dataFiles, journalOrigin } from '../config/data-files.ts';
import type { Result } from '../domain/fault.ts';
import { headFileKeeper, keepKnownHeadsCurrent, knownHeads } from './known-heads.ts';
import { fileProblems } from './local-databases.ts';
import type { StorageBackend, Stores } from './storage-backend.ts';

/** Encrypted files in a folder. */
export function sqlcipherBackend(dataDir: string): StorageBackend {
  return {
    keys: (env) => loadOrCreateKeys({ dataDir, env }),
    open: async (keys) => {
      const problems = fileProblems(dataFiles(dataDir), keys.database).map(
        ({ file, cause, remedy }) => ({ path: file, message: `${cause}: ${remedy}` }),
      );
      if (problems.length > 0) return { ok: false, problems };
      try {
        return { ok: true, value: await openFiles(dataDir, keys) };
      } catch (error) {
        return damageOf(error);
      }
    },
  };
}

/** The problem of a file with a damaged page; throws any other error. */
function damageOf(error: unknown): Result<never> {
  const { code = '', path = '' } = error as { code?: string; path?: string };
  if (!/^SQLITE_(CORRUPT|IOERR|NOTADB)/.test(code)) throw error;
  return {
    ok: false,
    problems: [{ path, message: 'is damaged: restore a backup (svc restore)' }],
  };
}

async function openFiles(dataDir: string, { master, database }: KeyRoots): Promise<Stores> {
  const files = dataFiles(dataDir);
  const { heads, vaultIsMissing } = knownHeads(files, { master, database });
  const opening = [
    openJournal({
      file: files.journal,
      headFile: files.journalHead,
      key: deriveFileKey(master, 'journal').reveal(),
      databaseKey: deriveFileKey(database, 'journal').reveal(),
      origin: journalOrigin,
      knownHeads: heads,
      vaultIsMissing,
    }),
    openVaultStore({ file: files.vault, key: deriveFileKey(database, 'vault') }),
    openCallsStore({ file: files.calls, key: deriveFileKey(database, 'calls') }),
    openPayloadsStore({ file: files.payloads, key: deriveFileKey(database, 'payloads') }),
  ] as const;
  const [journal, vault, calls, payloads] = await Promise.all(opening).catch(async (error) => {
    // Closes the stores that did open: their threads would keep this process alive.
    for (const store of await Promise.allSettled(opening)) {
      if (store.status === 'fulfilled') await store.value.close();
    }
    throw error;
  });
  const opened = [journal, vault, calls, payloads];
  const headUpdater = await keepKnownHeadsCurrent({
    journal,
    vault,
    others: [calls, payloads, headFileKeeper(files, master)],
  });
  const names = [files.journal, files.journalHead, files.vault, files.calls, files.payloads].map(
    (path) => basename(path),
  );
  return {
    ...vault,
    journal: {
      ...journal,
      acknowledgeGap: async (actor) => {
        await journal.acknowledgeGap(actor);
        await headUpdater.update();
      },
    },
    policyTexts: journal.policyTexts,
    policyVersions: journal.policyVersions,
    summaries: calls.summaries,
    summaryErasure: calls.erasure,
    words: calls.words,
    payloads: {
      ...payloads.payloads,
      // Words first: they never outlive their texts.
      erase: async (sessions) => {
        await calls.words.renew(sessions);
        await payloads.payloads.erase(sessions);
      },
    },
    marks: payloads.marks,
    remarks: payloads.remarks,
    reasons: () => [
      ...(journal.failing() ? ['the audit journal cannot be written'] : []),
      ...(vault.failing() ? ['the vault cannot be written'] : []),
    ],
    ended: Promise.race(opened.map((store) => store.ended)),
    version: `SQLite ${sqliteVersion()}`,
    storage: async () => ({
      files: await storedFiles(dataDir, names),
      free: await freeBytes(dataDir),
    }),
    close: async () => {
      await headUpdater.stop();
      await Promise.all(opened.map((store) => store.close()));
    },
  };
}
