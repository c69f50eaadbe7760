import { extractText } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { reportPdf } from '../../../../server/adapters/pdf/report-pdf.ts';
import { exampleIncident } from '../../../../server/contract/figures/incidents.ts';
import type { Report } from '../../../../server/contract/report.ts';
import { exampleRecall } from '../../../../server/contract/reports/call-samples.ts';
import type { PeriodReport } from '../../../../server/contract/reports/period-report.ts';
import { examplePeriodReport } from '../../../../server/contract/reports/period-report-example.ts';
import { callRecords, longCall, making, reportOf } from '../../../support/report-kit.ts';
import { reportWords } from '../../../support/report-words.ts';

const call = reportOf(longCall(20));
const month = examplePeriodReport as unknown as PeriodReport;
const [callOfMonth] = month.calls;

/** The words of each page, without line breaks. */
async function pagesOf(report: Report | PeriodReport): Promise<readonly string[]> {
  const { text } = await extractText(await reportPdf(JSON.stringify(report)));
  return text.map((page) => page.replaceAll(/\s+/g, ' '));
}

function withExceptions(counts: Partial<Record<string, number>>): PeriodReport {
  const exceptions = Object.entries(counts).map(([exception, calls]) => ({
    exception,
    calls,
    detail: '',
    session_ids: [],
  })) as unknown as PeriodReport['exceptions'];
  return { ...month, exceptions };
}

describe('the first page of a report', () => {
  it.each<[string, Partial<Record<string, number>>, string]>([
    ['nothing happened', {}, '1 call from 2026-11-01 to 2026-11-30. Nothing got out.'],
    [
      'a leak was stopped',
      { stopped: 1 },
      'One leak was stopped before it was sent. Nothing got out.',
    ],
    [
      'something may have been sent',
      { stopped: 2, may_have_been_sent: 1 },
      'Two leaks were stopped before they were sent. One call may have sent an identifier.',
    ],
    [
      'the policy let identifiers out',
      { by_policy: 3, turn_failed: 1 },
      'Three calls sent identifiers, as the policy allows. One call got no complete reply.',
    ],
    ['the audit log lost events', { records_lost: 0 }, '2026-11-30. The audit log lost events.'],
  ])('of a period says in a sentence that %s', (_, counts, said) => {
    const [first] = reportWords(withExceptions(counts));
    expect(first).toContain(said);
  });

  it('of a call says that a request was stopped, and that nothing got out', () => {
    if (call.exposure === undefined) throw new Error('the call has no exposure');
    const exposure = { ...call.exposure, outcome: 'stopped' as const, requests_blocked: 1 };
    const [first] = reportWords({ ...call, status: 'error', exposure });
    expect(first).toContain(
      '1 call on 2026-11-21. One leak was stopped before it was sent. Nothing got out. One call got no complete reply.',
    );
    expect(first).toContain('1 request The request was refused. Nothing of it was sent.');
  });

  it('of a period says of each thing how often it happened and what was done, zeros included', () => {
    const [first = ''] = reportWords(withExceptions({ stopped: 1, turn_failed: 2 }));
    for (const said of [
      'Masked 1 value in 1 place (Phone number: 1) Replaced before it was sent.',
      'Stopped before it was sent 1 call The request was refused. Nothing of it was sent.',
      'May have been sent 0 calls -',
      'Without a complete reply 2 calls The caller got no complete answer. It is no leak.',
    ])
      expect(first).toContain(said);
    expect(first).not.toContain('Names not checked');
  });

  it.each([
    ['2026-11-22T06:00:00.000Z', 'Values masked by hour', '04h'],
    ['2026-12-01T06:00:00.000Z', 'Values masked by day', '21'],
    ['2027-05-01T06:00:00.000Z', 'Values masked by month', '11'],
  ])('plots what was masked in a period that ends at %s', (until, title, label) => {
    const period = { ...month.period, from: '2026-11-21T06:00:00.000Z', until };
    const [first = ''] = reportWords({ ...month, period });
    const [, plot = ''] = first.split(title);
    expect(plot.slice(0, 300)).toContain(label);
    expect(plot).toMatch(/Calls {2,}?1|Calls 1/);
    expect(plot).not.toContain('To look at');
  });

  it('plots places, and marks calls to look at, where an older version recorded a call', () => {
    const { values: _, ...old } = callOfMonth ?? {};
    const calls = [{ ...old, outcome: 'stopped' as const }] as unknown as PeriodReport['calls'];
    const [first] = reportWords({ ...month, calls });
    expect(first).toContain('Places masked by day');
    expect(first).toContain('To look at');
  });

  it('plots what was masked in each request of a call, and marks what was stopped or may have been sent', () => {
    const turns = [
      { turn: 0, at: call.started_at, values: 3, verdict: 'clean' as const },
      { turn: 1, at: '2026-11-21T09:01:05.900Z', values: 0, verdict: 'blocked' as const },
      { turn: 2, at: '2026-11-21T09:12:00.000Z', values: 1, verdict: 'clean' as const },
    ];
    const [first = ''] = reportWords({ ...call, turns });
    expect(first).toContain(
      'New values masked by request of the call 3 1 Request 1 2 3 Min:sec 0:00 1:05 12:00 Stopped 1',
    );
    expect(first).not.toContain('May be sent');
    const reported = turns.map((turn) => ({ ...turn, verdict: 'reported' as const }));
    expect(reportWords({ ...call, turns: reported })[0]).toContain('May be sent 1 1 1');
  });

  it('plots a long call in groups of requests', () => {
    const [first = ''] = reportWords(
      reportOf(callRecords({ turns: Array(100).fill({ NAME: 1 }) })),
    );
    expect(first).toContain('Request 1–4 5–8');
    expect(first).toContain('97–100 Min:sec');
  });

  it.each([
    ['has one request', reportOf(callRecords({ turns: [{ NAME: 1 }] }))],
    ['was recorded by an older version', { ...call, turns: undefined } as unknown as Report],
  ])('has no plot of a call that %s', (_, report) => {
    expect(reportWords(report)[0]).not.toContain('Request 1');
  });

  it('leads to a page that checks the report in any browser', () => {
    for (const report of [call, month])
      expect(reportWords(report)[0]).toContain('open the page check-report.html');
  });

  it('says which incidents were open, what came out, and who acknowledged what', () => {
    const [access] = month.access_log;
    if (access === undefined) throw new Error('the example has no access log');
    const [first] = reportWords({
      ...month,
      incidents: [exampleIncident],
      access_log: [{ ...access, kind: 'attention_acknowledged', ts: '2026-11-22T08:00:00.000Z' }],
    });
    expect(first).toContain(
      'Incident, an identifier may have been sent: a low probability that data was compromised; still open.',
    );
    expect(first).toContain('1 time; the last was Sam Lee, 2026-11-22 08:00:00 UTC.');
  });

  it('says that no incident was open, or where incidents of an agent stand', () => {
    expect(reportWords(month)[0]).toContain('No incident was open in this period.');
    const [first] = reportWords({ ...month, scope: 'agent', agent: call.agent });
    expect(first).not.toContain('No incident');
    expect(first).toContain('in the report of the installation');
  });

  it.each([
    ['nobody opened', { ...exampleIncident, about: 'agreement_missing' as const }, true],
    ['somebody opened', exampleIncident, false],
  ])('says whether %s an incident about what may have been sent', (_, incident, isSaid) => {
    const [first = ''] = reportWords({
      ...withExceptions({ may_have_been_sent: 1 }),
      incidents: [incident],
    });
    expect(first).toContain('Incident, ');
    expect(first.includes('Nobody opened an incident about what may have been sent.')).toBe(isSaid);
  });

  it('and the second page hold the same parts, however much there is to say', async () => {
    const incidents = Array.from({ length: 12 }, () => exampleIncident);
    const counts = { stopped: 11, may_have_been_sent: 12, by_policy: 13, unreadable: 14 };
    const others = {
      names_not_checked: 15,
      language_not_covered: 16,
      not_recorded: 17,
      turn_failed: 18,
    };
    const report = { ...withExceptions({ ...counts, ...others }), incidents };
    const [first, second, third] = await pagesOf(report);
    expect(first).toContain('9 more incidents');
    expect(second).toContain('Words used in this report');
    expect(second).toContain('--anchor');
    expect(third).toContain('Annex');
  });
});

describe('the annex of a report', () => {
  it('says in words who looked for values, who found them, and what tokens are', () => {
    const words = reportWords(reportOf()).join(' ');
    for (const said of [
      'Looked for by patterns in 3 of 3 requests',
      'Looked for by model in 3 of 3 requests',
      'Found by model: 1, patterns: 2',
      'one for each value, which is kept in the vault (vault-deterministic)',
    ])
      expect(words).toContain(said);
  });

  it('says what two people found in calls of the period, by kind with an interval', () => {
    const [, annex = ''] = reportWords({ ...month, checked_calls: exampleRecall });
    for (const said of ['25 calls of the period', 'read by two people', '91.9 % to 99.4 %'])
      expect(annex).toContain(said);
    expect(reportWords(month)[1]).toContain('Nobody has checked calls yet.');
  });

  it('gives recall of patterns and models together, by kind, with its source', () => {
    for (const [report, recall] of [
      [call, 'Name 92.7% of 2681'],
      [month, 'Phone number 98.1% of 157'],
    ] as const) {
      const words = reportWords(report).join(' ');
      expect(words).toContain('by patterns and models together');
      expect(words).toContain(`${recall} Share of values of each kind; source: models/eval.md`);
      expect(words).not.toMatch(/recall of the model/i);
    }
  });

  it('keeps the heading of the limitations on the page of their text', async () => {
    const entry = {
      seq: 400,
      ts: '2026-11-21T10:02:00.000Z',
      kind: 'regulated_view_opened',
      actor: making.prepared_by.id,
      actor_name: making.prepared_by.name,
      curr_hash: 'ab'.repeat(32),
    };
    for (let entries = 19; entries < 22; entries += 1) {
      const pages = await pagesOf({ ...call, access_log: Array(entries).fill(entry) });
      const headed = pages.filter((page) => page.includes('Limitations'));
      expect(headed).toHaveLength(1);
      expect(headed[0]).toContain('Limitations What this report does not show');
    }
  }, 60_000);

  it('keeps all signatures, and the lines to sign on, on one page', async () => {
    const [entry] = month.access_log;
    for (let entries = 4; entries < 30; entries += 5) {
      const pages = await pagesOf({ ...month, access_log: Array(entries).fill(entry) });
      const signed = pages.filter((page) => page.includes('Public key of this installation'));
      expect(signed).toHaveLength(1);
      expect(signed[0]).toMatch(
        /Signatures The service signed.*SHA-256 of.*Name and role Signature Date/,
      );
    }
  }, 60_000);

  it('lists a stopped call with room between its columns', async () => {
    if (callOfMonth === undefined) throw new Error('the example has no call');
    const pages = await pagesOf({ ...month, calls: [{ ...callOfMonth, outcome: 'stopped' }] });
    expect(pages.at(-1)).toContain(
      `${callOfMonth.session_id} 2026-11-21 10:02 11-21 04:02 stopped before it was sent 9d9d`,
    );
  });

  it('names the days of a period in the clinic’s own zone on each page', async () => {
    for (const page of await pagesOf(month)) {
      expect(page).toContain('2026-11-01 to 2026-11-30');
      expect(page).not.toContain('2026-11-01 to 2026-12-01');
    }
  });
});
