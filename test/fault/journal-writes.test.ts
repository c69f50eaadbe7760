import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  openJournal,
  type SqlcipherJournal,
} from '../../server/adapters/sqlcipher/journal/journal.ts';
import { verifyJournalFile } from '../../server/adapters/sqlcipher/journal/journal-reader.ts';
import { watchOperatorNotes } from '../../server/adapters/system/operator-notes.ts';
import { createCallJournal } from '../../server/calls/call-journal.ts';
import { newCall } from '../../server/calls/live-call.ts';
import type { Agent } from '../../server/domain/agent.ts';
import type { EventKind } from '../../server/domain/event.ts';
import { merkleRoot, treeRoot } from '../../server/journal/index.ts';
import { writeOperatorNote } from '../../server/shared/operator-note.ts';
import { agentId, redaction, sampleDrafts, sessionId } from '../support/event-samples.ts';
import { useFaultyThreads } from '../support/faulty-threads.ts';
import { faultSwitch, faultTable } from '../support/journal-faults.ts';
import { dataOf, type JournalFolder, journalFolder, openAt } from '../support/journal-folder.ts';

beforeAll(useFaultyThreads);
const turns = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => redaction(from + at));

const agent: Agent = {
  id: agentId,
  name: 'clinic',
  upstream: 'stub',
  tokenization: null,
  policyYaml: null,
  policyVersion: 0,
  tokenGuidance: false,
  systemPrompt: null,
  failureMessage: null,
  transcriptUrl: null,
  firstMessage: null,
  tools: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const sampleOf = (wanted: EventKind) => {
  const draft = sampleDrafts.find(({ kind }) => kind === wanted);
  if (draft === undefined) throw new Error(`no sample of ${wanted}`);
  return draft;
};

describe('a failing append is refused and loses nothing acknowledged (spec, rule 12; design D22, D23)', () => {
  let place: JournalFolder;
  let journal: SqlcipherJournal;
  beforeEach(async () => {
    place = await journalFolder();
  });
  afterEach(async () => {
    await journal.close();
    await place.remove();
  });
  const openFaulty = async (fault: SharedArrayBuffer) => {
    const options = { ...dataOf(place), fault };
    journal = await openJournal(options);
  };

  it.each(faultTable)('$step: $mode', async ({ step, mode }) => {
    const { fault, arm } = faultSwitch();
    await openFaulty(fault);
    const acknowledged = [...(await journal.append(turns(0, 3)))];

    arm({ step, mode });
    const failed = await Promise.allSettled([
      journal.append(turns(100, 2)),
      journal.append(turns(200, 2)),
    ]);
    expect(failed).toMatchObject([
      { status: 'rejected', reason: { code: 'AuditUnavailable' } },
      { status: 'rejected', reason: { code: 'AuditUnavailable' } },
    ]);
    expect(await verifyJournalFile(place)).toMatchObject({ ok: true });

    const next = journal.append(turns(300, 3));
    if (mode.endsWith('the thread dies')) {
      await expect(next).rejects.toMatchObject({ code: 'AuditUnavailable' });
    } else {
      acknowledged.push(...(await next));
    }
    await journal.close();

    journal = await openAt(place);
    expect(journal.gap()).toBeUndefined();
    acknowledged.push(...(await journal.append(turns(400, 2))));
    const kept = await journal.read({ limit: 1_000 });
    expect(acknowledged.map(({ seq }) => kept[seq])).toEqual(acknowledged);
    // What failed is there as a whole or not at all.
    const leftOver = kept.filter((r) => [100, 101].includes(Number(r['turn'])));
    expect([0, 2]).toContain(leftOver.length);
    expect(await verifyJournalFile(place)).toMatchObject({ ok: true });
  });

  const afterCommit = faultTable.filter(
    ({ step, mode }) => step.startsWith('head') && !mode.endsWith('the thread dies'),
  );
  it.each(afterCommit)("$step: $mode: an operator's note is journalled once", async (armed) => {
    const { fault, arm } = faultSwitch();
    await openFaulty(fault);
    const fields = { actor: 'operator', size: 0, head_hash: '0'.repeat(64) } as const;
    const folder = dirname(place.file);
    await writeOperatorNote(folder, { kind: 'backup_created', fields });
    arm(armed);
    const delays: unknown[] = [];
    const stop = watchOperatorNotes(folder, {
      take: (note) => journal.append([note]),
      onDelay: (error) => delays.push(error),
    });
    await stop();
    expect(delays).toMatchObject([{ code: 'AuditUnavailable' }]);
    expect(await journal.read({ limit: 10 })).toMatchObject([{ kind: 'backup_created' }]);
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/^note-/));
  });

  it.each(afterCommit)(
    '$step: $mode: drafts that are appended again are stored once',
    async (armed) => {
      const { fault, arm } = faultSwitch();
      await openFaulty(fault);
      const [first, second] = [turns(100, 2), turns(200, 1)];
      for (const drafts of [first, [...first, ...second]]) {
        arm(armed);
        await expect(journal.append(drafts)).rejects.toMatchObject({ code: 'AuditUnavailable' });
      }
      const records = await journal.append([...first, ...second, ...turns(300, 1)]);
      const kept = await journal.read({ limit: 1_000 });
      expect(records.map((record) => record['turn'])).toEqual([100, 101, 200, 300]);
      expect(kept).toEqual(records);
      expect(journal.head()).toEqual({ size: 4, hash: records[3]?.curr_hash });
      // Only what failed: once acknowledged, the same draft is another event.
      await journal.append(first);
      expect(await journal.read({ limit: 1_000 })).toHaveLength(6);
      expect(await verifyJournalFile(place)).toMatchObject({ ok: true });
    },
  );

  it('journals the start of a call and each reply once when appends are repeated', async () => {
    const { fault, arm } = faultSwitch();
    await openFaulty(fault);
    const calls = createCallJournal({
      journal,
      onBegin: async () => undefined,
      onRecord: () => undefined,
      onDelay: () => undefined,
    });
    const call = newCall(agent, '', sessionId);
    call.start = sampleOf('call_started');
    arm({ step: 'head write', mode: 'lost' });
    await expect(calls.begin(call)).rejects.toMatchObject({ code: 'AuditUnavailable' });
    await calls.begin(call);
    arm({ step: 'head sync', mode: 'lost' });
    calls.appendLater(call, [sampleOf('response_completed')]);
    await calls.settle();
    const kept = await journal.read({ limit: 1_000 });
    expect(kept.map(({ kind }) => kind)).toEqual(['call_started', 'response_completed']);
    expect(treeRoot(call.tree)).toBe(merkleRoot(kept.map(({ curr_hash }) => curr_hash)));
  });
});
