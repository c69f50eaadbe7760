import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PostgresJournal } from '../../server/adapters/postgres/journal/journal.ts';
import { insertRecords } from '../../server/adapters/postgres/journal/record-batch.ts';
import { journalSql } from '../../server/adapters/postgres/journal/statements.ts';
import { type Cut, type CutProxy, cutProxy } from '../support/cut-proxy.ts';
import { redaction } from '../support/event-samples.ts';
import { type JournalServer, journalServer } from '../support/postgres-journal.ts';
import type { OpenReplica } from '../support/postgres-replica.ts';

/** The statements of one append, in order. */
const steps = {
  BEGIN: 'svc_BEGIN',
  'lock of the head': journalSql.lockHead.name,
  'look at the end': journalSql.look.name,
  'insertion of the records': insertRecords.name,
  'writing of the head': journalSql.setHead.name,
  COMMIT: 'svc_COMMIT',
} as const;
type Step = keyof typeof steps;

/** Nothing was written yet: it is done on another connection. */
const beforeWriting: readonly Step[] = ['BEGIN', 'lock of the head', 'look at the end'];
/** The only ones where the answer is lost of what is done. */
const doneUnheard: readonly Cut[] = ['answer lost', 'cut while it runs'];

const cutsAt = (step: Step): readonly Cut[] => {
  if (step === 'COMMIT') return ['request lost', 'answer lost', 'cut while it runs', 'terminated'];
  return ['request lost', 'answer lost', 'terminated'];
};
const table = (Object.keys(steps) as Step[])
  .flatMap((step) => cutsAt(step).map((cut) => ({ step, cut })))
  .map(({ step, cut }) => {
    const kept = beforeWriting.includes(step) || (step === 'COMMIT' && doneUnheard.includes(cut));
    return { step, cut, kept, outcome: kept ? 'is acknowledged' : 'is refused' };
  });

let server: JournalServer;
let proxy: CutProxy;
let replica: OpenReplica;
let journal: PostgresJournal;
beforeAll(async () => {
  server = await journalServer();
  proxy = await cutProxy(server.place.url, (pid) =>
    server.place.adminSql(`SELECT pg_terminate_backend(${pid}, 5000)`),
  );
  replica = await server.open('a', proxy.url);
  journal = replica.journal;
});
afterAll(async () => {
  await replica.close();
  await proxy.close();
  await server.remove();
});

let turn = 0;
const turns = (count: number) => {
  turn += 1;
  return Array.from({ length: count }, () => redaction(turn));
};
/** How many records of a turn there are. */
const countOf = async (wanted: number) => {
  const { size } = journal.head();
  const records = await journal.read({ from: Math.max(size - 100, 0), limit: 200 });
  return records.filter((record) => record['turn'] === wanted).length;
};

describe('an append whose connection breaks is stored once or not at all, and answered accordingly (design D22, D47)', () => {
  beforeEach(async () => {
    // Every statement is known to the connection, as in steady work.
    await journal.append(turns(2));
  });

  it.each(table)('at $step: $cut, it $outcome', async ({ step, cut, kept }) => {
    proxy.arm(steps[step], cut);
    const wanted = turn + 1;
    const append = journal.append(turns(3));
    await proxy.fired();
    if (kept) {
      const records = await append;
      expect(await journal.read({ from: records[0]?.seq ?? 0, limit: 3 })).toEqual(records);
    } else {
      await expect(append).rejects.toMatchObject({ code: 'AuditUnavailable' });
    }
    expect(await countOf(wanted)).toBe(kept ? 3 : 0);

    const [next] = await journal.append(turns(1));
    expect(await journal.read({ from: next?.seq ?? 0, limit: 1 })).toEqual([next]);
    expect(journal.gap()).toBeUndefined();
  });

  it('the chain verifies after all cut connections', async () => {
    expect(await journal.verify()).toMatchObject({ ok: true });
  });
});

describe('a commit whose answer was lost', () => {
  it('is awaited while the server is still at work on it', async () => {
    await server.place.adminSql(`
      CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER slow AFTER UPDATE ON journal_head
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow();`);
    proxy.arm(steps.COMMIT, 'cut while it runs');
    const records = await journal.append(turns(3));
    await proxy.fired();
    await server.place.adminSql('DROP TRIGGER slow ON journal_head');
    expect(await journal.read({ from: records[0]?.seq ?? 0, limit: 3 })).toEqual(records);
  });

  it('is refused when its outcome cannot be found out, and is not repeated', async () => {
    proxy.arm(steps.COMMIT, 'answer lost');
    const wanted = turn + 1;
    const append = journal.append(turns(3));
    await proxy.fired();
    proxy.admit(false);
    await expect(append).rejects.toMatchObject({ code: 'AuditUnavailable' });
    await expect(journal.append(turns(1))).rejects.toMatchObject({ code: 'AuditUnavailable' });
    proxy.admit(true);
    const [next] = await journal.append(turns(1));
    expect(await countOf(wanted)).toBe(3);
    expect(next?.seq).toBe(journal.head().size - 1);
    expect(await journal.verify()).toMatchObject({ ok: true });
  });
});

describe('a server that is away', () => {
  it('makes appends fail, which succeed again without a restart', async () => {
    proxy.admit(false);
    await server.place.disconnect();
    await expect(journal.append(turns(1))).rejects.toMatchObject({ code: 'AuditUnavailable' });
    proxy.admit(true);
    const told: number[] = [];
    const stop = journal.appended(({ to }) => told.push(to));
    const records = await journal.append(turns(2));
    expect(records).toHaveLength(2);
    await expect.poll(() => told.at(-1)).toBe(journal.head().size);
    stop();
  });
});
