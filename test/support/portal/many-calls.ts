import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCallsStore } from '../../../server/adapters/sqlcipher/calls/calls-store.ts';
import { deriveFileKey } from '../../../server/adapters/system/key-derivation.ts';
import { dataFiles } from '../../../server/config/data-files.ts';
import { noExposure } from '../../../server/domain/exposure.ts';
import { Secret } from '../../../server/domain/secret.ts';
import type { SessionRow } from '../../../server/ports/session-summaries.ts';

const batch = 1_000;

/** A data folder that holds summaries of `count` calls of the last day; the environment that opens it. */
export async function folderOfCalls(count: number): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'));
  const master = randomBytes(32);
  const store = await openCallsStore({
    file: dataFiles(dataDir).calls,
    key: deriveFileKey(new Secret(master), 'calls'),
  });
  const now = Date.now();
  for (let from = 0; from < count; from += batch) {
    const rows = Array.from({ length: Math.min(batch, count - from) }, (_, at) =>
      rowOf(from + at, now - (from + at) * 1_000),
    );
    await store.summaries.record(rows);
  }
  await store.close();
  return {
    SVC_DATA_DIR: dataDir,
    SVC_MASTER_KEY: master.toString('hex'),
    SVC_KEY_K_HEALTHCARE: randomBytes(32).toString('hex'),
  };
}

function rowOf(at: number, startedMs: number): SessionRow {
  const startedAt = new Date(startedMs).toISOString();
  return {
    summary: {
      id: `sess_${String(at).padStart(26, '0')}`,
      agentId: `agt_${String(at % 7).padStart(26, '0')}`,
      agentName: `Agent ${at % 7}`,
      startedAt,
      endedAt: startedAt,
      durationMs: 61_000 + at,
      status: at % 20 === 0 ? 'partial' : 'ok',
      redactionCount: 5,
      redactionsByKind: { NAME: 2, PHONE: 2, DOB: 1 },
      exposure: noExposure,
      upstreamModel: 'model-small',
      turnCount: 8,
      ended: true,
    },
    foldedSeq: 0,
    addedMs: { 4: 8 },
  };
}
