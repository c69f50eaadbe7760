import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAuditFile } from '../../../../server/cli/audit/audit-file.ts';
import { examplePeriodReport } from '../../../../server/contract/reports/period-report-example.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('a report of an older version is known by its words, and read as it is', async () => {
  const { population, exceptions, calls, ...report } = structuredClone(examplePeriodReport);
  const { stopped: _, may_have_been_sent: __, ...total } = population.total;
  const older = {
    ...report,
    population: { ...population, total: { ...total, leak: 1 }, by_agent: [] },
    exceptions: [
      { exception: 'leak', calls: 1, detail: '', session_ids: [] },
      { exception: 'possible_leak', calls: 1, detail: '', session_ids: [] },
      { exception: 'in_clear_by_policy', calls: 1, detail: '', session_ids: [] },
      { exception: 'exposure_not_recorded', calls: 1, detail: '', session_ids: [] },
    ],
    calls: calls.map((call) => ({ ...call, outcome: 'leak' })),
  };
  const path = join(folder, 'report.json');
  await writeFile(path, JSON.stringify({ report: older }));
  expect(await readAuditFile(path)).toEqual({ kind: 'report', report: older });
});
