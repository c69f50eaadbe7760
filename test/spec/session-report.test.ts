import { Ajv2020 } from 'ajv/dist/2020.js';
import { extractText } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../server/contract/report.ts';
import { OneReport } from '../../server/contract/report.ts';
import { merkleRoot, verifyInclusion, verifyReport } from '../../server/journal/index.ts';
import { defaultPolicyYaml } from '../../server/policy/index.ts';
import { attachedFiles } from '../support/attached-files.ts';
import { auditSchema } from '../support/audit-schema.ts';
import { eventually } from '../support/eventually.ts';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { rule } from './rule-book/index.ts';

const isAuditSchema = new Ajv2020({ strict: false, validateFormats: false }).compile(auditSchema());
const ownPolicy = defaultPolicyYaml.replace('retention_days: 2555', 'retention_days: 400');

let kit: SharedProxy;
let agent: string;
let session: string;
let stubSession: string;

beforeAll(async () => {
  kit = await sharedProxy();
  agent = await kit.agent({ policy_yaml: ownPolicy });
  const stub = await kit.service.createAgent({ name: 'echo', upstream: 'stub' });
  await kit.askOnce(agent, [user('my number is 415-555-0142, or 212-555-0187 at work')]);
  await kit.askOnce(stub, [user('write to marigold@example.com')]);
  [session, stubSession] = await Promise.all([sealedSession(agent), sealedSession(stub)]);
});

/** The one session of an agent, once it is sealed. */
async function sealedSession(agentId: string): Promise<string> {
  return eventually(async () => {
    const [sealed] = await kit.records(agentId, 'session_sealed');
    if (sealed?.session_id === undefined) throw new Error('not sealed yet');
    return sealed.session_id;
  });
}

const get = (id: string, query = '') => kit.service.api(`/api/v1/sessions/${id}/report${query}`);

async function reportOf(id: string): Promise<Report> {
  const response = await get(id);
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  return ((await response.json()) as { report: Report }).report;
}

describe(`${rule('Report 1')}; ${rule('Service 7')}`, () => {
  it(`${rule('Versioning 6')}; ${rule('GET /api/v1/sessions/{session_id}/report 2')}`, async () => {
    const [response, explicit] = await Promise.all([get(session), get(session, '?format=json')]);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(explicit.status).toBe(200);
    const body = await response.json();
    expect(OneReport.safeParse(body).error).toBeUndefined();
    isAuditSchema(body);
    expect(isAuditSchema.errors).toBeNull();
  });

  it('says who prepared it, with which versions, and the times in the zone of the clinic', async () => {
    const report = await reportOf(session);
    expect(report.prepared_by?.name).not.toBe('');
    expect(report.letterhead?.name).toBe('');
    expect(report.local_time).toMatchObject({ time_zone: 'UTC' });
    expect(report.versions).toMatchObject({
      service: '0.1.0',
      scanners: [report.leak_detection.scanner],
    });
    expect(report.statement).toMatch(/Safe Harbor method/);
  });

  it('agrees with the session list and with the journal', async () => {
    const report = await reportOf(session);
    const [summary] = await kit.sessions(agent);
    expect(report).toMatchObject({
      session_id: summary?.id,
      status: summary?.status,
      turn_count: summary?.turn_count,
      redaction_count: summary?.redaction_count,
      redactions_by_kind: summary?.redactions_by_kind,
    });
    const records = await kit.records(agent);
    const sealed = records.find(({ kind }) => kind === 'session_sealed');
    const leaves = records.slice(0, sealed?.session_seq);
    expect(report.merkle_root_hex).toBe(merkleRoot(leaves.map(({ curr_hash }) => curr_hash)));
    expect(report.merkle_root_hex).toBe(sealed?.['merkle_root_hex']);
    expect(report.chain).toMatchObject({
      event_count: leaves.length,
      first_seq: leaves[0]?.seq,
      last_seq: leaves.at(-1)?.seq,
      sealed: true,
      verify: { ok: true, message: 'chain ok' },
    });
    const detections = leaves.filter(({ kind }) => kind === 'detection');
    expect(report.detections.total).toBe(detections.length);
  });

  it('verifies offline, alone and with the records of its session', async () => {
    const report = await reportOf(session);
    const records = await kit.records(agent);
    const { public_key: publicKey } = await reportOf(stubSession);
    const evidence = { publicKey, records };
    const { ok, steps } = verifyReport(report, evidence);
    expect([ok, steps.map(({ result }) => result)]).toEqual([true, Array(5).fill('ok')]);
  });

  it('is made again on each request, with the same root', async () => {
    const [first, second] = [await reportOf(session), await reportOf(session)];
    expect(first.id).not.toBe(second.id);
    expect(first.merkle_root_hex).toBe(second.merkle_root_hex);
    expect(first.events).toEqual(second.events);
  });

  it('is on record, with who asked, before it is handed out', async () => {
    const { id, merkle_root_hex } = await reportOf(session);
    const generated = await kit.records(agent, 'report_generated');
    const { user: me } = (await (await kit.service.api('/api/v1/me')).json()) as {
      user: { id: string };
    };
    expect(generated.filter((record) => record['report_id'] === id)).toMatchObject([
      { actor: me.id, format: 'json', merkle_root_hex, session_id: session },
    ]);
  });

  it(rule('Report 3'), async () => {
    const renewed = ownPolicy.replace('retention_days: 400', 'retention_days: 3000');
    const patched = await kit.service.api(`/api/v1/agents/${agent}`, {
      method: 'PATCH',
      body: JSON.stringify({ policy_yaml: renewed }),
    });
    expect(patched.status).toBe(200);
    const report = await reportOf(session);
    expect(report.policy_snapshot).toBe(ownPolicy);
    expect(report.retention).toMatchObject({ policy_days: 400, meets_six_years: false });
  });

  it('names who wrote and approved the global policy, and nobody for an own one', async () => {
    const { policies, controls } = await reportOf(stubSession);
    expect(policies[0]?.approval).toMatchObject({ number: 1, approved_at: expect.any(String) });
    expect(controls?.map(({ result }) => result)).toContain('met');
    expect((await reportOf(session)).policies[0]?.approval).toBeUndefined();
  });

  it(`${rule('Report 4')}, by the passes that ran`, async () => {
    const report = await reportOf(stubSession);
    expect(report.passes).toEqual([
      { pass: 'regex', ran_in: 1, of: 1 },
      { pass: 'nermodel', ran_in: 0, of: 1 },
    ]);
    expect(report.safe_harbor_coverage).toMatchObject({ A_names: 'none', F_email: 'full' });
    expect(report.limitations.join()).toContain('the stub model runs without it');
    expect(report.business_associates).toContainEqual(
      expect.objectContaining({ name: 'stub', agreement: 'not_needed' }),
    );
  });
});

describe('design D21, D27: what is done with a session later', () => {
  const hold = (method: 'PUT' | 'DELETE', query: string) =>
    kit.service.api(`/api/v1/admin/legal-hold${query}`, { method });

  it.each(['', 'own'])(
    'shows a legal hold while it lasts, and keeps the root: %s',
    async (scope) => {
      const query = scope === 'own' ? `?session_id=${session}` : '';
      const before = await reportOf(session);
      expect((await hold('PUT', query)).status).toBe(200);
      const held = await reportOf(session);
      expect((await hold('DELETE', query)).status).toBe(204);
      const after = await reportOf(session);
      const holds = [before, held, after].map(({ retention }) => retention.legal_hold);
      expect(holds).toEqual([false, true, false]);
      expect(new Set([before, held, after].map((each) => each.merkle_root_hex)).size).toBe(1);
      expect(after.chain.verify.ok).toBe(true);
    },
  );

  it('a report in the middle of a call shows it so far, and is no part of it', async () => {
    const other = await kit.agent();
    const say = (words: string) =>
      kit.post(other, {
        model: 'm',
        messages: [user(words)],
        call: { id: 'call-in-progress' },
      });
    await say('call me on 415-555-0142');
    const answered = (count: number) =>
      eventually(async () => {
        const replies = await kit.records(other, 'response_completed');
        if (replies.length < count) throw new Error('not answered yet');
        return String(replies[0]?.session_id);
      });
    const id = await answered(1);
    const early = await reportOf(id);
    expect(early.chain).toMatchObject({ sealed: false, verify: { ok: true } });
    expect(early.limitations.join()).toContain('The call had not ended');
    await say('or on 212-555-0187');
    await answered(2);
    const later = await reportOf(id);
    expect(later.events.slice(0, early.events.length)).toEqual(early.events);
    expect(later.merkle_root_hex).not.toBe(early.merkle_root_hex);
    const records = await kit.records(other);
    for (const report of [early, later]) {
      expect(verifyReport(report, { records })).toMatchObject({ ok: true });
    }
  });
});

describe(rule('GET /api/v1/sessions/{session_id}/report 3'), () => {
  it(rule('Report 2'), async () => {
    const response = await get(session, '?format=pdf');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="report-${session}.pdf"`,
    );
    const pdf = new Uint8Array(await response.arrayBuffer());
    const attached = (await attachedFiles(pdf)).get('report.json') ?? '';
    const { report } = JSON.parse(attached) as { report: Report };
    const said = (await extractText(pdf)).text.join(' ').replaceAll(/\s/g, '');
    expect(said).toContain(report.merkle_root_hex);
    expect(said).toContain(`Masked:${report.redaction_count}`);
    expect(said).toContain(`Events${report.chain.event_count},positions`);
    expect(verifyReport(report)).toMatchObject({ ok: true });
    expect(report.merkle_root_hex).toBe((await reportOf(session)).merkle_root_hex);
    const generated = await kit.records(agent, 'report_generated');
    expect(generated.find((record) => record['report_id'] === report.id)).toMatchObject({
      format: 'pdf',
      merkle_root_hex: report.merkle_root_hex,
    });
  });
});

describe('spec, GET /api/v1/sessions/{session_id}/report: errors', () => {
  it('401 without a session', async () => {
    const response = await fetch(`${kit.service.url}/api/v1/sessions/${session}/report`);
    expect([response.status, await codeOf(response)]).toEqual([401, 'unauthenticated']);
  });

  it.each(['sess_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x', '%F0%9F%98%80'])('404 for %s', async (id) => {
    for (const query of ['', '?format=pdf']) {
      const response = await get(id, query);
      expect([response.status, await codeOf(response)]).toEqual([404, 'session_not_found']);
    }
  });

  it.each(['?format=xml', '?format=', '?format=PDF'])('422 for %s', async (query) => {
    const response = await get(session, query);
    expect([response.status, await codeOf(response)]).toEqual([422, 'validation_failed']);
  });
});

describe('an inclusion proof of any event', () => {
  const proofOf = (id: string, event: string) =>
    kit.service.api(`/api/v1/sessions/${id}/events/${event}/proof`);

  it('leads from each leaf to the root of the report', async () => {
    const report = await reportOf(session);
    for (const { id, curr_hash: currHash } of report.events) {
      const proof = await (await proofOf(session, id)).json();
      expect(proof).toMatchObject({
        event: { id, curr_hash: currHash },
        tree_size: report.events.length,
        merkle_root_hex: report.merkle_root_hex,
      });
      const leaf = { currHash, index: proof.leaf_index, size: proof.tree_size };
      expect(verifyInclusion(leaf, proof.path, report.merkle_root_hex)).toBe(true);
    }
  });

  it('does not exist for what is no leaf, or of another session', async () => {
    const [sealed] = await kit.records(agent, 'session_sealed');
    const [other] = (await reportOf(stubSession)).events;
    for (const id of [sealed?.id ?? '', other?.id ?? '', 'x']) {
      const response = await proofOf(session, id);
      expect([response.status, await codeOf(response)]).toEqual([404, 'not_found']);
    }
    const unknown = await proofOf('x', sealed?.id ?? '');
    expect([unknown.status, await codeOf(unknown)]).toEqual([404, 'session_not_found']);
  });
});

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: { code: string } }).error.code;
}
