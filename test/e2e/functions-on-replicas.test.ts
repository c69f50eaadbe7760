import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../server/domain/event.ts';
import { sessionRoot } from '../../server/journal/index.ts';
import {
  answering,
  type ClinicFunctions,
  startClinicFunctions,
  trustClinic,
} from '../support/clinic-function.ts';
import {
  callingOnce,
  clinicTools,
  failingFunctions,
  httpPlatforms,
  otherPhone,
  type Phone,
  type Platform,
  phone,
  platforms,
  resultIn,
  runOverHttp,
  saying,
  tokenIn,
  valuesIn,
  withPhone,
} from '../support/function-calls.ts';
import type { SeenRequest } from '../support/scripted-upstream.ts';
import { startTwoReplicas, type TwoReplicas } from '../support/two-replicas.ts';

let two: TwoReplicas;
let clinic: ClinicFunctions;
let distrust: () => void;
let agent: string;
let bearer: string;
let calls = 0;

beforeAll(async () => {
  distrust = trustClinic();
  clinic = await startClinicFunctions();
  two = await startTwoReplicas();
  agent = await two.at(0).createAgent({
    name: 'with functions',
    upstream: 'provider:model-small',
    tools: clinicTools(clinic.url).map(runOverHttp),
  });
  const made = await two.at(0).api(`/api/v1/agents/${agent}/tokens`, { method: 'POST' });
  const { token } = (await made.json()) as { token: { secret: string } };
  bearer = token.secret;
});
afterAll(async () => {
  await two?.close();
  await clinic?.close();
  distrust?.();
});
beforeEach(() => {
  clinic.seen.length = 0;
  clinic.script = answering({ booked: true });
  two.upstream.seen.length = 0;
});

const call = <P extends Phone>(
  platform: { readonly call: (...of: Parameters<Platform['call']>) => Promise<P> },
  replica: number,
  id: string,
  before: readonly string[] = [],
) => platform.call(`${two.at(replica).url}/proxy/${agent}`, bearer, id, before);
const newId = () => `call-${++calls}`;

/** The records of the newest call, in order. */
async function lastCall(): Promise<readonly JournalRecord[]> {
  const records = (await two.at(0).records()).filter(({ agent_id }) => agent_id === agent);
  const { session_id: last } = records.findLast(({ kind }) => kind === 'call_started') ?? {};
  return records.filter(({ session_id }) => session_id !== undefined && session_id === last);
}
const runsIn = (records: readonly JournalRecord[]) =>
  records
    .filter(({ kind }) => kind.startsWith('function_'))
    .map(({ kind, outcome, turn }) => [kind, outcome ?? '', turn]);

describe.each([...platforms, ...httpPlatforms])(
  'on PostgreSQL, a function in a call of $name',
  (platform) => {
    it('gets real values, and its answer reaches the caller alone', async () => {
      clinic.script = answering({ callback: otherPhone });
      two.upstream.script = callingOnce('look_up', withPhone);
      const { say, answer, hangUp } = await call(platform, 0, newId());
      say(`I am at ${phone}`);
      expect(await answer()).toContain(otherPhone);
      await hangUp();
      expect(clinic.seen.map(({ data }) => data.arguments)).toEqual([{ phone }]);
      expect(valuesIn(two.upstream.seen, [phone, otherPhone])).toEqual([]);
      expect(runsIn(await lastCall())).toEqual([
        ['function_called', '', 0],
        ['function_ended', 'done', 0],
      ]);
      expect(JSON.stringify(await lastCall())).not.toMatch(/555-01(43|77)/);
    });

    it.each(failingFunctions)('that answers with %s is told to the model', async (...failing) => {
      const [, script, outcome, words] = failing;
      clinic.script = script;
      two.upstream.script = callingOnce('book_visit', withPhone);
      const { say, answer, hangUp } = await call(platform, 1, newId());
      say(`I am at ${phone}`);
      expect(await answer()).toMatch(words);
      await hangUp();
      expect(runsIn(await lastCall()).at(-1)).toEqual(['function_ended', outcome, 0]);
      expect(valuesIn(two.upstream.seen, [phone, otherPhone])).toEqual([]);
    });
  },
);

describe.each(httpPlatforms)('a call of $name whose requests reach two replicas', (platform) => {
  it('is one session, and its functions get values that the other replica masked', async () => {
    const id = newId();
    clinic.script = answering({ callback: otherPhone });
    two.upstream.script = callingOnce('look_up', withPhone);
    const said = `I am at ${phone}`;
    const first = await call(platform, 0, id);
    first.say(said);
    const heard = await first.answer();
    const second = await call(platform, 1, id, [said, heard]);
    second.say('please look once more');
    expect(await second.answer()).toContain(otherPhone);
    await second.hangUp();
    expect(clinic.seen.map(({ data }) => data.arguments)).toEqual([{ phone }, { phone }]);
    expect(new Set(clinic.seen.map(({ data }) => data.call_id)).size).toBe(1);
    const records = await lastCall();
    expect(records.filter(({ kind }) => kind === 'call_started')).toHaveLength(1);
    expect(runsIn(records).map(([kind, outcome]) => [kind, outcome])).toEqual([
      ['function_called', ''],
      ['function_ended', 'done'],
      ['function_called', ''],
      ['function_ended', 'done'],
    ]);
    expect(valuesIn(two.upstream.seen, [phone, otherPhone])).toEqual([]);
  });
});

describe('a call of Retell that moves to another replica between two turns', () => {
  const [retell] = platforms;

  it('is one session; its functions get values that the other replica masked, and its seal covers both', async () => {
    const id = newId();
    const first = await call(retell, 0, id);
    clinic.script = answering({ callback: otherPhone });
    two.upstream.script = callingOnce('look_up', withPhone);
    const said = `I am at ${phone}`;
    first.say(said);
    const heard = await first.answer();
    expect(heard).toContain(otherPhone);
    const [asked] = two.upstream.seen as [SeenRequest];
    const ofAnswer = /TOK1\.PHONE[\w.]+/.exec(resultIn(two.upstream.seen[1] as SeenRequest))?.[0];
    first.socket.breakOff();
    await first.socket.closed;

    // The token of what was said at the other replica, and that of its function's answer.
    const second = await call(retell, 1, id, [said, heard]);
    for (const [token, value] of [
      [tokenIn(asked), phone],
      [ofAnswer, otherPhone],
    ]) {
      clinic.seen.length = 0;
      two.upstream.script = callingOnce('look_up', () => ({ phone: token }));
      const from = two.upstream.seen.length;
      second.say('please look once more');
      await second.answer();
      // What a function answered over the other socket is in the words that were heard, and no message of its own.
      const roles = two.upstream.seen[from]?.body.messages.map(({ role }) => role);
      expect(roles?.slice(0, 4)).toEqual(['system', 'user', 'assistant', 'user']);
      expect(clinic.seen.map(({ data }) => data.arguments)).toEqual([{ phone: value }]);
    }
    await second.socket.hangUp();

    const ended = await expect
      .poll(async () => (await lastCall()).at(-1)?.kind)
      .toBe('session_sealed')
      .then(lastCall);
    expect(ended.filter(({ kind }) => kind === 'call_started')).toHaveLength(1);
    expect(ended.filter(({ kind }) => kind === 'session_sealed')).toMatchObject([
      { merkle_root_hex: sessionRoot(ended) },
    ]);
    expect(runsIn(ended).map(([, outcome]) => outcome)).toEqual([
      '',
      'done',
      '',
      'done',
      '',
      'done',
    ]);
    expect(valuesIn(two.upstream.seen, [phone, otherPhone])).toEqual([]);
  });

  it('has no function called with a value of another call, at whichever replica', async () => {
    two.upstream.script = saying('Good.');
    const other = await call(retell, 0, newId());
    other.say(`I am at ${otherPhone}`);
    await other.answer();
    const token = tokenIn(two.upstream.seen.at(-1) as SeenRequest);
    await other.socket.hangUp();
    two.upstream.script = callingOnce('look_up', () => ({ phone: token }));
    const { socket, say, answer } = await call(retell, 1, newId());
    say('please look');
    expect(await answer()).toContain('stands for no value of this call');
    await socket.hangUp();
    expect(clinic.seen).toEqual([]);
  });
});
