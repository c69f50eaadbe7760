import { expect, it } from 'vitest';
import { createPolicyStore } from '../../../server/agents/policy-store.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';
import { createRetention } from '../../../server/sessions/retention.ts';
import { callDrafts, dayMs, start } from '../../support/dated-calls.ts';
import { memoryAgents } from '../../support/memory/agents.ts';
import { memoryJournal } from '../../support/memory/journal.ts';
import { decoded, names } from '../policy/policies.ts';

const promisedDays = 5;
const yaml = defaultPolicyYaml.replace('retention_days: 2555', `retention_days: ${promisedDays}`);

/** The daily runs of a clinic that has `calls` calls on day 0 and then none, until `days` later. */
async function quietClinic(calls: number, days: number) {
  const time = { now: start };
  const journal = memoryJournal();
  const retention = createRetention({
    journal: { ...journal.retention, head: journal.head, read: journal.read },
    holds: journal.holds,
    agents: memoryAgents(),
    policies: createPolicyStore({
      initial: decoded(yaml),
      shipped: [],
      decode: (text) => decodePolicy(text, names),
      readFile: async () => ({ ok: true, value: yaml }),
    }),
    clock: { now: () => time.now, monotonicUs: () => 0 },
    erasures: [],
    onRun: () => undefined,
    onFailure: (error) => {
      throw error;
    },
  });
  for (let no = 0; no < calls; no += 1)
    await journal.append(callDrafts({ no, atMs: start, promise: promisedDays }));
  for (let day = 1; day <= days; day += 1) {
    time.now = start + day * dayMs;
    await retention.run();
  }
  await retention.settle();
  const records = await journal.read({ limit: 10_000 });
  const ofDay0 = records.filter(({ ts }) => Date.parse(ts) === start);
  return { journal, records, ofDay0 };
}

it.each([
  ['too few for a tile', 3],
  ['of more than two tiles', 60],
])(
  'the records of a clinic that falls quiet are gone 40 days after their time: %s',
  async (_, calls) => {
    const { ofDay0, records, journal } = await quietClinic(calls, promisedDays + 40);
    expect(ofDay0).toEqual([]);
    expect(records.length).toBeLessThan(256);
    expect(await journal.verify()).toMatchObject({ ok: true });
  },
);

it('a tile is filled once a month at most, and not before', async () => {
  expect((await quietClinic(3, 30)).ofDay0).toHaveLength(30);
  const { records } = await quietClinic(3, 32);
  expect(records.filter(({ kind }) => kind === 'tile_filled')).toHaveLength(256 - 30);
});

it('nothing is filled while only the service records', async () => {
  expect((await quietClinic(0, 70)).records).toEqual([]);
  const { journal, records } = await quietClinic(3, 400);
  const filled = records.filter(({ kind }) => kind === 'tile_filled');
  expect([filled, journal.head().size]).toEqual([[], 256 + 1]);
});
