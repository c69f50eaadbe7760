import { open, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../../../server/adapters/sqlcipher/journal/journal.ts';
import { deriveFileKey } from '../../../../server/adapters/system/key-derivation.ts';
import { createKeyFile, readKeyFile } from '../../../../server/adapters/system/key-file.ts';
import { dataFiles, journalOrigin } from '../../../../server/config/data-files.ts';
import { jsonLines, runSvc, temporaryFolder } from '../../../support/run-svc.ts';

/** A data folder with a journal of three logins, closed. */
async function journalled(): Promise<string> {
  const dataDir = await temporaryFolder();
  await createKeyFile(dataDir, ['K_HEALTHCARE']);
  const keys = await readKeyFile(dataDir);
  if (!keys.ok || keys.value === undefined) throw new Error('no keys');
  const files = dataFiles(dataDir);
  const journal = await openJournal({
    file: files.journal,
    headFile: files.journalHead,
    key: deriveFileKey(keys.value.master, 'journal').reveal(),
    origin: journalOrigin,
  });
  const fields = { actor: 'usr_1', method: 'oidc' };
  await journal.append(
    Array.from({ length: 3 }, () => ({
      kind: 'login' as const,
      ts: '2026-11-21T10:00:00.000Z',
      fields,
    })),
  );
  await journal.close();
  return dataDir;
}

const verify = (dataDir: string, ...args: string[]) =>
  runSvc(['audit', 'verify', ...args], { env: { SVC_DATA_DIR: dataDir } });

describe('svc audit verify checks the journal of the data folder', () => {
  it('svc audit verify exits with 0 for an intact chain', async () => {
    const dataDir = await journalled();
    const outcome = await verify(dataDir);
    expect(outcome).toMatchObject({ code: 0, err: '' });
    expect(outcome.out).toMatch(/^chain ok: \d+ events, head [0-9a-f]{64}\n$/);
    expect(jsonLines((await verify(dataDir, '--json')).out)).toEqual([
      {
        ok: true,
        event_count: expect.any(Number),
        message: 'chain ok',
        head_hash: expect.any(String),
      },
    ]);
  });

  it('svc audit verify exits with 1 and says where a chain breaks', async () => {
    const dataDir = await journalled();
    const { journal } = dataFiles(dataDir);
    const file = await open(journal, 'r+');
    const { size } = await stat(journal);
    for (let page = 4096; page < size; page += 4096)
      await file.write(Buffer.alloc(16), 0, 16, page);
    await file.close();
    const outcome = await verify(dataDir, '--json');
    expect(outcome.code).toBe(1);
    expect(jsonLines(outcome.out)).toEqual([
      expect.objectContaining({ ok: false, message: 'chain broken', breaks: expect.any(Array) }),
    ]);
  });

  it('svc audit verify creates neither a journal nor keys', async () => {
    const dataDir = await temporaryFolder();
    const outcome = await verify(dataDir);
    expect(outcome).toMatchObject({ code: 66, out: '' });
    await expect(stat(dataFiles(dataDir).journal)).rejects.toThrow();
  });

  it('svc audit verify says when the key does not open the journal', async () => {
    const dataDir = await journalled();
    const outcome = await runSvc(['audit', 'verify'], {
      env: { SVC_DATA_DIR: dataDir, SVC_MASTER_KEY: 'b'.repeat(64) },
    });
    expect(outcome).toMatchObject({ code: 66, out: '' });
    expect(outcome.err).toContain('this key does not open it');
  });

  it('svc audit verify says when SVC_MASTER_KEY is not a key', async () => {
    const dataDir = await journalled();
    const outcome = await runSvc(['audit', 'verify'], {
      env: { SVC_DATA_DIR: dataDir, SVC_MASTER_KEY: 'canary' },
    });
    expect(outcome.code).toBe(78);
    expect(outcome.err).not.toContain('canary');
  });
});
