import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Exposure } from '../../server/contract/exposure.ts';
import type { Report } from '../../server/contract/report.ts';
import type { PeriodReport } from '../../server/contract/reports/period-report.ts';
import type { SessionSummary } from '../../server/contract/sessions.ts';
import type { AlertMessages } from '../../server/contract/settings/alerts.ts';
import { defaultPolicyYaml } from '../../server/policy/index.ts';
import { eventually } from '../support/eventually.ts';
import { told, watchLive } from '../support/live-viewer.ts';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { reportWords } from '../support/report-words.ts';

const token = 'a-metrics-token-of-this-test';
const address = 'desk42@example.com';
const said = `write to ${address}, that is ${address}`;

let proxy: ProxyKit;
beforeAll(async () => {
  proxy = await startProxy({ SVC_METRICS_TOKEN: token });
});
afterAll(() => proxy?.close());

const withRule = (rule: string) =>
  defaultPolicyYaml.replace(/\n {2}EMAIL:[^\n]*/, rule === '' ? '' : `\n  EMAIL: ${rule}`);

interface Shown {
  readonly list: SessionSummary;
  readonly call: SessionSummary;
  readonly live: Exposure;
  readonly report: Report;
  readonly printed: string;
}

/** What each place says about a call of one turn; the live view is read while the call goes on. */
async function shownOf(
  agent: string,
  text: string,
  functions: readonly string[] = [],
): Promise<Shown> {
  const get = async <T>(path: string) =>
    (await (await proxy.service.api(`/api/v1${path}`)).json()) as T;
  const tools = functions.map((name) => ({ type: 'function', function: { name } }));
  const offered = tools.length === 0 ? {} : { tools };
  await proxy.post(agent, { messages: [user(text)], call: { id: 'c' }, ...offered });
  const session = await eventually(async () => {
    const [record] = await proxy.records(agent, 'response_completed');
    if (record?.session_id === undefined) throw new Error('no session yet');
    return record.session_id;
  });
  const live = await liveExposure(session);
  await proxy.tell(agent, { type: 'end-of-call-report', call: { id: 'c' } });
  const call = await eventually(async () => {
    const { session: found } = await get<{ session: SessionSummary }>(`/sessions/${session}`);
    if (!found.ended) throw new Error('not sealed yet');
    return found;
  });
  const { data } = await get<{ data: SessionSummary[] }>(`/sessions?agent_id=${agent}`);
  const { report } = await get<{ report: Report }>(`/sessions/${session}/report`);
  const printed = reportWords(report).join(' ');
  return { list: data[0] as SessionSummary, call, live, report, printed };
}

/** The words of a call's PDF as the service prints it, in a process of its own. */
async function servedWords(session: string): Promise<string> {
  const printed = await proxy.service.api(`/api/v1/sessions/${session}/report?format=pdf`);
  const { text } = await extractText(new Uint8Array(await printed.arrayBuffer()));
  return text.join(' ').replaceAll(/\s+/g, ' ');
}

async function liveExposure(session: string): Promise<Exposure> {
  const viewer = await watchLive(
    `${proxy.service.url}/api/v1/live?side=public&session_id=${session}`,
    { cookie: proxy.service.cookie },
  );
  await eventually(async () => expect(told(viewer, 'reset')).toHaveLength(1));
  viewer.close();
  const [call] = told(viewer, 'reset')[0]?.calls ?? [];
  if (call === undefined) throw new Error('the call is not live');
  expect(call.turns[0]?.exposure).toEqual(call.exposure);
  return call.exposure;
}

async function metric(name: string, label = ''): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const text = await (await fetch(`${proxy.service.url}/metrics`, { headers })).text();
  const line = text.split('\n').find((one) => one.startsWith(name) && one.includes(label));
  return Number(line?.split(' ').at(-1) ?? 0);
}

async function todaysReport(): Promise<PeriodReport> {
  const [from, until] = [Date.now() - 3_600_000, Date.now() + 3_600_000].map((ms) =>
    new Date(ms).toISOString(),
  );
  const asked = await proxy.service.api(`/api/v1/reports?from=${from}&until=${until}`);
  return ((await asked.json()) as { report: PeriodReport }).report;
}

const alerts = '/api/v1/settings/alerts';

/** A rule for one kind. Nobody listens at its address, so its messages stay in the list. */
async function alertAbout(kind: string): Promise<void> {
  const rule = {
    name: kind,
    enabled: true,
    kinds: [kind],
    quiet_minutes: 1,
    channel: { kind: 'webhook', url: 'https://127.0.0.1:9/' },
  };
  const answer = await proxy.service.api(`${alerts}/rules`, {
    method: 'POST',
    body: JSON.stringify(rule),
  });
  expect(answer.status).toBe(201);
}

/** The calls in the messages of each rule. */
async function alertedCalls(): Promise<Readonly<Record<string, readonly string[]>>> {
  const get = async <T>(path: string) => (await (await proxy.service.api(path)).json()) as T;
  const { rules } = await get<{ rules: { id: string; name: string }[] }>(alerts);
  const { data } = await get<z.infer<typeof AlertMessages>>('/api/v1/alerts');
  const oldestFirst = data.toReversed();
  return Object.fromEntries(
    rules.map(({ id, name }) => [
      name,
      oldestFirst.filter(({ rule_id }) => rule_id === id).flatMap(({ calls }) => calls),
    ]),
  );
}

interface Row {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly functions?: readonly string[];
  readonly exposure: Partial<Exposure>;
  /** What the printed report says. */
  readonly printed: readonly string[];
  readonly alert?: 'stopped' | 'may_have_been_sent' | 'by_policy';
}

const nothing = { outcome: 'nothing_found', in_clear_by_kind: {} } as const;
const byPolicy = { outcome: 'by_policy', in_clear_by_kind: { EMAIL: 2 } } as const;
const inClear = {
  exposure: byPolicy,
  printed: ['sent by policy', 'E-mail address: 2 (1 value)'],
  alert: 'by_policy',
} as const;
const always = defaultPolicyYaml.replace(/(\n {2}NAME:[^\n]*?) *}/, '$1, always: [marigold] }');
const rows: Readonly<Record<string, Row>> = {
  'nothing was found': { exposure: nothing, printed: ['nothing found'] },
  'the policy passes the kind': {
    fields: { policy_yaml: withRule('{ action: passthrough }') },
    ...inClear,
  },
  'the kind is switched off': {
    fields: { policy_yaml: withRule('{ enabled: false }') },
    ...inClear,
  },
  'the policy does not list the kind': { fields: { policy_yaml: withRule('') }, ...inClear },
  'the agent has the stub model, which runs patterns alone': {
    fields: { upstream: 'stub' },
    text: 'this is Ann Lee',
    exposure: { ...nothing, requests_without_names: 1 },
    printed: ['nothing found', 'names not checked in 1 of 1 request'],
  },
  'the policy does not cover the language': {
    text: 'guten tag mein name ist edeltraud hinterhuber ich brauche einen termin',
    exposure: { ...nothing, languages: ['de'] },
    printed: ['nothing found', 'language not covered: German'],
  },
  'detection misses what the policy masks': {
    fields: { upstream: 'stub', policy_yaml: withRule('{ regex: false }') },
    exposure: { outcome: 'stopped', requests_blocked: 1, requests_reported: 0 },
    printed: ['stopped before it was sent', '1 request with an identifier stopped, not sent'],
    alert: 'stopped',
  },
  'a function that is sent unmasked has the name of a value': {
    fields: { policy_yaml: always },
    text: 'this is Marigold',
    functions: ['marigold'],
    exposure: { outcome: 'may_have_been_sent', requests_blocked: 0, requests_reported: 1 },
    printed: ['may have been sent', '1 request sent with a possible identifier'],
    alert: 'may_have_been_sent',
  },
};

describe('every place says the same of each outcome (decision 0163)', () => {
  const alerted: Record<string, string[]> = { stopped: [], may_have_been_sent: [], by_policy: [] };
  beforeAll(async () => {
    for (const kind of Object.keys(alerted)) await alertAbout(kind);
  });

  it.each(Object.entries(rows))('%s', async (_, row) => {
    const { outcome = '' } = row.exposure;
    const label = `outcome="${outcome}"`;
    const before = await metric('svc_exposure_total', label);
    const shown = await shownOf(await proxy.agent(row.fields), row.text ?? said, row.functions);
    expect(shown.list.exposure).toMatchObject(row.exposure);
    expect(shown.call.exposure).toEqual(shown.list.exposure);
    expect(shown.live).toEqual(shown.list.exposure);
    expect(shown.report.exposure).toEqual(shown.list.exposure);
    for (const words of row.printed) expect(shown.printed).toContain(words);
    expect(shown.printed).not.toMatch(/no identifier/i);
    expect(await metric('svc_exposure_total', label)).toBe(before + 1);
    if (row.alert !== undefined) alerted[row.alert]?.push(shown.list.id);
  });

  it('people are alerted of each leak and each value in the clear, and of nothing else', async () => {
    await eventually(async () => expect(await alertedCalls()).toEqual(alerted));
  });

  it('a leak that was stopped counts apart from what may have been sent, in the report of a period', async () => {
    const { total } = (await todaysReport()).population;
    expect(total).toMatchObject({ stopped: 1, may_have_been_sent: 1, by_policy: 3 });
    const { exceptions, controls } = await todaysReport();
    const callsOf = Object.fromEntries(exceptions.map((one) => [one.exception, one.calls]));
    expect(callsOf).toMatchObject({ stopped: 1, may_have_been_sent: 1, by_policy: 3 });
    const identifiers = controls.find(({ citation }) => citation.includes('164.514'));
    expect(identifiers?.exception).toContain('was sent with text that may be an identifier');
    expect(identifiers?.exception).not.toContain('stopped');
  });

  it('counts the places that were masked, and each value once', async () => {
    const { call, report } = await shownOf(await proxy.agent(), said);
    expect(call).toMatchObject({ redaction_count: 2, values_by_kind: { EMAIL: 1 } });
    expect(report.values_by_kind).toEqual({ EMAIL: 1 });
    expect(await servedWords(call.id)).toContain('Masked: 1 value in 2 places');
  });

  it('says what the provider answered, and in which turn', async () => {
    const before = proxy.upstream.script;
    proxy.upstream.script = (_seen, response) => void response.writeHead(503).end();
    const shown = await shownOf(await proxy.agent(), 'hello');
    proxy.upstream.script = before;
    const failure = { turn: 0, status: 'error', reason: 'upstream_error', upstream_status: 503 };
    expect(shown.list).toMatchObject({ first_failure: failure, failed_turns: 1 });
    expect(shown.report.first_failure).toEqual(failure);
    expect(shown.printed).toContain('The provider answered 503 in turn 1');
  });
});

describe('a report on a call that is not sealed', () => {
  it('says that it is a draft, in a field and on every page', async () => {
    const agent = await proxy.agent();
    await proxy.ask(agent, [user('hello')], { call: { id: 'open' } });
    const session = (await proxy.records(agent, 'call_started'))[0]?.session_id ?? '';
    const path = `/api/v1/sessions/${session}/report`;
    const response = await proxy.service.api(path);
    expect(((await response.json()) as { report: Report }).report.draft).toBe(true);
    const printed = await proxy.service.api(`${path}?format=pdf`);
    const { text } = await extractText(new Uint8Array(await printed.arrayBuffer()));
    expect(text.every((page) => page.includes('DRAFT'))).toBe(true);
    expect(text[0]).toContain('in progress');
  });
});
