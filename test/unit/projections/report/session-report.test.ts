import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../../../../server/domain/event.ts';
import type { BusinessAssociate } from '../../../../server/domain/settings/business-associate.ts';
import { businessAssociateRows } from '../../../../server/projections/report/business-associates.ts';
import { sessionReport } from '../../../../server/projections/report/session-report.ts';
import {
  callDrafts,
  callRecords,
  defaultPolicy,
  draftMaker,
  factsOf,
  policyFrom,
  recordsOf,
  sessionId,
} from '../../../support/report-kit.ts';

const of = (drafts: readonly EventDraft[], policies = [defaultPolicy]) => {
  const records = recordsOf(drafts);
  return sessionReport(records, factsOf(records, policies));
};
const brief = policyFrom(defaultPolicy.yaml.replace('retention_days: 2555', 'retention_days: 30'));
const silent = policyFrom(defaultPolicy.yaml.replace('log_events: true', 'log_events: false'));

describe('spec, Report: it is the fold of the session events', () => {
  const report = of(
    callDrafts({
      turns: [
        { NAME: 2, PHONE: 1 },
        { NAME: 1, IP_ADDRESS: 1 },
      ],
    }),
  );

  it('has the fields of the spec', () => {
    expect(report).toMatchObject({
      scope: 'session',
      session_id: sessionId,
      generated_at: '2026-11-21T10:00:00.000Z',
      redactions_by_kind: { IP_ADDRESS: 1, NAME: 3, PHONE: 1 },
      policy_snapshot: defaultPolicy.yaml,
      policy_sha256: defaultPolicy.sha256,
    });
    expect(Object.keys(report.safe_harbor_coverage)).toHaveLength(18);
  });

  it('has each request with when it came, its new values and what the leak scan said', () => {
    const drafts = callDrafts({ turns: [{ NAME: 2 }, {}, { DOB: 1 }] });
    const times = drafts.filter(({ kind }) => kind === 'request_masked').map(({ ts }) => ts);
    const scanned = (turn: number) => (draft: EventDraft) =>
      draft.kind === 'egress_scanned' && draft.fields.turn === turn;
    const stopped = drafts.map((draft) => {
      if (scanned(1)(draft)) return { ...draft, fields: { ...draft.fields, verdict: 'reported' } };
      if (!scanned(2)(draft)) return draft;
      return { ...draft, kind: 'leak_blocked', fields: { ...draft.fields, rules: ['exact.DOB'] } };
    }) as readonly EventDraft[];
    expect(of(stopped).turns).toEqual([
      { turn: 0, at: times[0], values: 2, verdict: 'clean' },
      { turn: 1, at: times[1], values: 0, verdict: 'reported' },
      { turn: 2, at: times[2], values: 1, verdict: 'blocked' },
    ]);
    const old = drafts.map((draft) => {
      if (draft.kind !== 'request_masked' || draft.fields.turn !== 1) return draft;
      const { values_by_kind: _, ...fields } = draft.fields;
      return { ...draft, fields };
    }) as readonly EventDraft[];
    expect(of(old)).not.toHaveProperty('turns');
  });

  it('counts what became of each kind, and who found it', () => {
    expect(report.actions_by_kind).toEqual({
      IP_ADDRESS: { redact: 1 },
      NAME: { tokenize: 3 },
      PHONE: { tokenize: 1 },
    });
    expect(report.detections).toMatchObject({
      complete: true,
      total: 5,
      by_pass: { nermodel: 3, regex: 2 },
    });
  });

  it('counts the same without an event for each span, and says so', () => {
    const turns = [
      { NAME: 2, PHONE: 1 },
      { NAME: 1, IP_ADDRESS: 1 },
    ];
    const quiet = of(callDrafts({ turns, policy: silent }), [silent]);
    expect(quiet.actions_by_kind).toEqual(report.actions_by_kind);
    expect(quiet.detections).toMatchObject({ complete: false, total: 0 });
    expect(quiet.limitations.join()).toContain('log_events off');
  });

  it('counts what was found and left as it was', () => {
    const draft = draftMaker();
    const found = draft('detection', {
      turn: 0,
      part: 'messages.0.content',
      entity_kind: 'URL',
      detector: 'regex.url',
      score_bp: 9000,
      placeholder: '[URL_01]',
      span: [0, 11],
    });
    const passed = of([...callDrafts({ turns: [{}] }), found]);
    expect(passed.actions_by_kind).toEqual({ URL: { passthrough: 1 } });
    expect(passed.limitations.join()).toContain('sent to the model in the clear: Web address');
  });
});

describe('design D32: absent findings are never good news', () => {
  const draft = draftMaker();
  const [start] = callDrafts();
  const scan = { turn: 0, scanner: 'leak-scan/1', bytes: 10, exact_match_hits: 0, pattern_hits: 1 };

  it.each([
    ['not_run', []],
    ['clean', [draft('egress_scanned', { ...scan, pattern_hits: 0, verdict: 'clean' })]],
    ['reported', [draft('egress_scanned', { ...scan, verdict: 'reported' })]],
    [
      'blocked',
      [
        draft('egress_scanned', { ...scan, verdict: 'clean' }),
        draft('leak_blocked', { ...scan, rules: ['pattern.ssn'] }),
      ],
    ],
  ] as const)('leak detection is %s', (verdict, scans) => {
    const report = of([...(start === undefined ? [] : [start]), ...scans]);
    expect(report.leak_detection).toMatchObject({ verdict, requests_scanned: scans.length });
  });

  it('a request that was blocked does not hide one that was sent with something reported', () => {
    const blocked = draft('leak_blocked', { ...scan, turn: 1, rules: ['pattern.ssn'] });
    const sent = draft('egress_scanned', { ...scan, verdict: 'reported' });
    const begun = start === undefined ? [] : [start];
    const said = expect.stringContaining('did not block it');
    expect(of([...begun, sent, blocked]).limitations).toContainEqual(said);
    expect(of([...begun, blocked]).limitations).not.toContainEqual(said);
  });

  it('counts tokens that were not restored, by reason', () => {
    const failures = (['vault_miss', 'out_of_scope', 'vault_miss'] as const).map((reason) =>
      draft('rehydration_failed', { turn: 0, entity_kind: 'NAME', reason }),
    );
    expect(of([...callDrafts({ turns: [{}] }), ...failures]).rehydration).toEqual({
      restored: 1,
      failed: 3,
      by_reason: { out_of_scope: 1, vault_miss: 2 },
    });
  });

  it.each([
    [2192, true],
    [2191, false],
  ])('%i days of retention meet six years: %s', (days, meets) => {
    const policy = policyFrom(defaultPolicy.yaml.replace('2555', String(days)));
    const { retention } = of(callDrafts({ policy }), [policy]);
    expect(retention).toMatchObject({
      policy_days: days,
      meets_six_years: meets,
      legal_hold: false,
    });
    const [, until] = [0, Date.parse(retention.retain_until)];
    expect(until - Date.parse('2026-11-21T09:00:00Z')).toBeGreaterThan(days * 86_400_000);
  });

  it('says whether the texts of the call are kept', () => {
    const records = callRecords();
    const kept = records.map((record, at) =>
      at === 1 ? { ...record, payload_sha256: 'ab' } : record,
    );
    const payloadsOf = (all: typeof records) => sessionReport(all, factsOf(all)).retention.payloads;
    const [last = records[0]] = records.slice(-1);
    const erased = { ...last, kind: 'payloads_erased', seq: 999 } as (typeof records)[number];
    expect([records, kept, [...kept, erased]].map(payloadsOf)).toEqual(['none', 'kept', 'erased']);
  });

  it('says what did not run, is not sealed, or is not known', () => {
    const records = callRecords({ upstream: 'stub', passes: ['regex'], ended: false });
    const { limitations } = sessionReport(records.slice(0, -1), factsOf(records.slice(0, -1)));
    const all = limitations.join('\n');
    expect(all).toContain('Pass nermodel is in the policy but did not run in 3 of 3 requests');
    expect(all).toContain('the stub model runs without it');
    expect(all).toContain('The call had not ended');
    expect(all).toContain('agreement exists with: Voice platform');
  });
});

describe('the table of controls', () => {
  const resultsOf = (drafts: readonly EventDraft[], change = {}) => {
    const records = recordsOf(drafts);
    const { controls = [] } = sessionReport(records, { ...factsOf(records), ...change });
    return Object.fromEntries(controls.map(({ citation, ...row }) => [citation.slice(7), row]));
  };

  it('names the rules that a record can test, and leaves open what it cannot', () => {
    const rows = resultsOf(callDrafts());
    expect(Object.keys(rows)).toEqual([
      ...['164.312(a)(1)', '164.312(a)(2)(iv)', '164.312(b)', '164.312(c)(1)', '164.312(d)'],
      ...['164.312(e)(1)', '164.514(b)(2)', '164.316(b)(2)(i)', '164.504(e)'],
    ]);
    expect(rows['164.312(a)(1)']?.result).toBe('not_assessed');
    expect(rows['164.312(e)(1)']?.result).toBe('met');
    expect(rows['164.504(e)']?.result).toBe('exception');
  });

  it.each([
    ['a call that is not sealed', callDrafts({ ended: false }), {}, '164.312(c)(1)'],
    [
      'an event that does not verify',
      callDrafts(),
      { flaw: { seq: 3, rule: 'x' } },
      '164.312(c)(1)',
    ],
    ['a value in the clear', callDrafts({ inClear: { DATE: 1 } }), {}, '164.514(b)(2)'],
    [
      'a policy that keeps records too briefly',
      callDrafts({ policy: brief }),
      {},
      '164.316(b)(2)(i)',
    ],
  ])('has an exception for %s', (_, drafts, change, citation) => {
    expect(resultsOf(drafts, change)[citation]).toMatchObject({
      result: 'exception',
      exception: expect.stringMatching(/./),
    });
  });
});

describe('design D32: PCI DSS scope', () => {
  const card = (action: string) =>
    policyFrom(
      defaultPolicy.yaml.replace('entities:', `entities:\n  CREDIT_CARD: { action: ${action} }`),
    );
  it.each([
    ['not_assessed', defaultPolicy, {}],
    ['none_found', card('redact'), {}],
    ['redacted', card('redact'), { CREDIT_CARD: 1 }],
    ['tokenized', card('tokenize'), { CREDIT_CARD: 1 }],
  ])('is %s', (scope, policy, spans) => {
    const { pci_dss: pci } = of(callDrafts({ policy, turns: [spans] }), [policy]);
    expect(pci.scope).toBe(scope);
    expect(pci.requirements.map(({ requirement }) => requirement)).toEqual([
      '3.3.1',
      '3.4.1',
      '3.5.1',
      '4.2.1',
      '10.3.4',
      '10.5.1',
    ]);
  });

  it.each([
    ['is masked where one was looked for', card('redact'), [], 'met'],
    ['may be shown where none was looked for', defaultPolicy, [], 'not_assessed'],
    ['may come back in a reply', card('passthrough'), ['forwarded'], 'not_assessed'],
  ])('says about the card numbers that viewers see: %s', (_, policy, forwarded, status) => {
    const found = forwarded.map(() =>
      draftMaker()('detection', {
        turn: 0,
        part: 'messages[0].content',
        entity_kind: 'CREDIT_CARD',
        span: [0, 16],
        placeholder: '[CREDIT_CARD_01]',
        detector: 'regex.credit-card',
        score_bp: 9_700,
      }),
    );
    const drafts = callDrafts({ policy, turns: [{}] });
    const { pci_dss: pci } = of([...drafts, ...found], [policy]);
    expect(pci.requirements.find(({ requirement }) => requirement === '3.4.1')).toMatchObject({
      status,
      rationale: expect.stringContaining('This report shows no card number.'),
    });
  });
});

describe('design D32: business associates', () => {
  const session = { upstream: 'provider:model-small', startedAt: '2026-11-21T09:00:00.000Z' };
  const party = (change: Partial<BusinessAssociate>): BusinessAssociate => ({
    name: 'Example Voice',
    role: 'voice_platform',
    upstreams: [],
    agreement: 'signed',
    ...change,
  });

  it.each<[string, Partial<BusinessAssociate>]>([
    ['in_force', {}],
    ['in_force', { signedOn: '2026-11-21', expiresOn: '2026-11-21' }],
    ['none', { signedOn: '2026-11-22' }],
    ['expired', { expiresOn: '2026-11-20' }],
    ['unknown', { agreement: 'unknown' }],
    ['none', { agreement: 'none' }],
  ])('an agreement on the day of the call is %s', (agreement, change) => {
    const rows = businessAssociateRows([party(change)], session);
    expect(rows.find(({ role }) => role === 'voice_platform')).toMatchObject({ agreement });
  });

  it('a party that must have been there and is not configured is unknown', () => {
    expect(businessAssociateRows([], session)).toEqual([
      { name: 'Voice platform', role: 'voice_platform', agreement: 'unknown' },
      { name: 'provider:model-small', role: 'model_provider', agreement: 'unknown' },
    ]);
  });

  it('a provider of other upstreams had no part, and the stub is no associate', () => {
    const other = party({ role: 'model_provider', upstreams: ['provider:model-large'] });
    expect(businessAssociateRows([other], session).map(({ agreement }) => agreement)).toEqual([
      'unknown',
      'unknown',
    ]);
    expect(businessAssociateRows([other], { ...session, upstream: 'stub' })[1]).toMatchObject({
      name: 'stub',
      agreement: 'not_needed',
    });
  });
});

describe('The access log', () => {
  it('lists every event of the call that names a person, with name and reason, and no other', () => {
    const draft = draftMaker();
    const records = recordsOf([
      ...callDrafts(),
      draft('regulated_view_opened', {
        actor: 'usr_01J00000000000000000000000',
        view: 'transcript',
        reason: 'incident',
        note: 'ticket 4711',
      }),
      draft('legal_hold_placed', { actor: 'svc', scope: 'session', reason: 'own words' }),
      draft('payloads_erased', { actor: 'svc' }),
    ]);
    const { access_log: log } = sessionReport(records, factsOf(records));
    const [look, hold, erasure] = records.slice(-3);
    expect(log).toEqual([
      {
        seq: look?.seq,
        ts: look?.ts,
        kind: 'regulated_view_opened',
        actor: 'usr_01J00000000000000000000000',
        actor_name: 'Sam Lee',
        reason: 'incident',
        session_id: look?.session_id,
        agent_id: look?.agent_id,
        curr_hash: look?.curr_hash,
      },
      // The reason of a hold is in somebody's own words.
      {
        seq: hold?.seq,
        ts: hold?.ts,
        kind: 'legal_hold_placed',
        actor: 'svc',
        actor_name: '',
        session_id: look?.session_id,
        agent_id: look?.agent_id,
        curr_hash: hold?.curr_hash,
      },
      {
        seq: erasure?.seq,
        ts: erasure?.ts,
        kind: 'payloads_erased',
        actor: 'svc',
        actor_name: '',
        session_id: look?.session_id,
        agent_id: look?.agent_id,
        curr_hash: erasure?.curr_hash,
      },
    ]);
  });
});

describe('design D21: the root', () => {
  const after = (['report_generated', 'regulated_view_opened', 'session_sealed'] as const).map(
    (kind) => (draft: ReturnType<typeof draftMaker>) =>
      kind === 'report_generated'
        ? draft(kind, { actor: 'usr_1', report_id: 'rep_1', format: 'json', merkle_root_hex: '' })
        : kind === 'regulated_view_opened'
          ? draft(kind, { actor: 'usr_1', view: 'call' })
          : draft(kind, { merkle_root_hex: '', event_count: 0 }),
  );

  it('does not move with views, reports and seals, wherever they come', () => {
    const call = callDrafts();
    const { merkle_root_hex: root } = of(call);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...after), { maxLength: 8 }), (extra) => {
        const draft = draftMaker();
        const records = recordsOf([...call, ...extra.map((make) => make(draft))]);
        const report = sessionReport(records, factsOf(records));
        expect(report.merkle_root_hex).toBe(root);
        expect(report.events).toHaveLength(call.length);
      }),
    );
  });
});
