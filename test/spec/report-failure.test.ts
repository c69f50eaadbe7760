import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportPrinter } from '../../server/adapters/pdf/report-printer.ts';
import { systemClock } from '../../server/adapters/system/clock.ts';
import { createIds } from '../../server/adapters/system/ids.ts';
import { kindsByPass } from '../../server/detect/index.ts';
import { createSessionReports } from '../../server/sessions/session-reports.ts';
import { memoryCalls } from '../support/memory/calls.ts';
import { type MemoryJournal, memoryJournal } from '../support/memory/journal.ts';
import { memoryPolicyTexts } from '../support/memory/policy-texts.ts';
import { memoryUsers } from '../support/memory/users.ts';
import { callDrafts, defaultPolicy, making, sessionId } from '../support/report-kit.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';
import { rule } from './rule-book/index.ts';

let fixture: Fixture;
let officer: Browser;
let journal: MemoryJournal;

beforeAll(async () => {
  journal = memoryJournal();
  const policyTexts = memoryPolicyTexts();
  await policyTexts.keep(defaultPolicy);
  await journal.append(callDrafts());
  const reports = createSessionReports({
    journal,
    attestation: journal,
    summaries: memoryCalls(),
    clock: systemClock,
    ids: createIds(),
    policyTexts,
    policyVersions: { list: async () => [] },
    readPolicy: () => defaultPolicy.policy,
    kindsByPass,
    making: async () => making,
    associates: async () => [],
    holds: { list: async () => [] },
    users: memoryUsers(),
    // A program that is not there: the process ends with an error at once.
    printer: reportPrinter({ worker: new URL('file:///nowhere/report-worker.ts') }),
  });
  fixture = await startFixture({ reports });
  officer = await fixture.signIn('officer');
});
afterAll(() => fixture.app.close());

const get = (query: string) => officer.get(`/api/v1/sessions/${sessionId}/report${query}`);
const onRecord = async () =>
  (await journal.read({ limit: 1000 })).filter(({ kind }) => kind === 'report_generated');

describe(rule('GET /api/v1/sessions/{session_id}/report 5'), () => {
  it('answers 500 in the envelope, and puts no report on record', async () => {
    const response = await get('?format=pdf');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      error: {
        code: 'report_generation_failed',
        message: expect.any(String),
        request_id: response.headers['x-request-id'],
      },
    });
    expect(await onRecord()).toEqual([]);
  });

  it('leaves the JSON form, which needs no rendering', async () => {
    const response = await get('');
    expect(response.statusCode).toBe(200);
    expect(await onRecord()).toMatchObject([{ report_id: response.json().report.id }]);
  });
});

describe('spec, rule 12: a report that cannot be put on record is not handed out', () => {
  it('answers AuditUnavailable', async () => {
    journal.failNext();
    const response = await get('');
    expect([response.statusCode, response.json().error.code]).toEqual([503, 'AuditUnavailable']);
    expect(response.body).not.toContain('merkle_root_hex');
  });
});
