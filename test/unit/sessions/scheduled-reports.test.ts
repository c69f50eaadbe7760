import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reportFolder } from '../../../server/adapters/system/report-folder.ts';
import type { PeriodReport } from '../../../server/contract/reports/period-report.ts';
import { examplePeriodReport } from '../../../server/contract/reports/period-report-example.ts';
import {
  noSchedules,
  type ReportSchedule,
  type ReportSchedules,
} from '../../../server/domain/reports/schedule.ts';
import { unnamedClinic } from '../../../server/domain/settings/clinic.ts';
import type { Documents } from '../../../server/ports/documents.ts';
import { AlertNotSent } from '../../../server/ports/receivers/alert-sender.ts';
import type { ReportFolder } from '../../../server/ports/receivers/report-folder.ts';
import type { ReportMail } from '../../../server/ports/receivers/report-mailer.ts';
import type {
  PeriodReportRequest,
  PeriodReports,
} from '../../../server/sessions/period-reports.ts';
import { createScheduledReports } from '../../../server/sessions/scheduled-reports.ts';
import { storedSetting } from '../../../server/settings/stored-setting.ts';
import { memoryDocuments } from '../../support/memory/documents.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const monthly: ReportSchedule = {
  id: 'sched_1',
  every: 'month',
  next: '2026-10-01',
  preparedFor: 'Board',
  samples: 5,
  agentId: 'agt_1',
  by: { id: 'usr_1', name: 'Sam Lee' },
};

let documents: Documents;
let now: number;
let made: PeriodReportRequest[];
let failures: unknown[];
let make: () => Promise<void>;
let sent: { mail: ReportMail; to: readonly string[] }[];
let refuse: Error | undefined;
let folder: ReportFolder | undefined;

beforeEach(async () => {
  documents = memoryDocuments();
  [made, failures, sent, refuse, folder] = [[], [], [], undefined, undefined];
  make = async () => undefined;
  await schedules().update(() => ({ schedules: [monthly] }));
});

const schedules = () => storedSetting<ReportSchedules>(documents, 'report_schedules', noSchedules);
const nextOf = async () => (await schedules().read()).schedules[0]?.next;

/** A process of its own over the same documents. */
function started() {
  const worker = createScheduledReports({
    schedules: schedules(),
    reports: {
      json: (async (asked: PeriodReportRequest) => {
        await make();
        made.push(asked);
      }) as unknown as PeriodReports['json'],
      pdf: async (asked: PeriodReportRequest) => {
        made.push(asked);
        return {
          report: examplePeriodReport as unknown as PeriodReport,
          pdf: Buffer.from('%PDF-'),
        };
      },
    },
    mailer: {
      send: async (mail, to) => {
        if (refuse !== undefined) throw refuse;
        sent.push({ mail, to });
      },
    },
    folder,
    clinic: { read: async () => ({ ...unnamedClinic, timeZone: 'America/Chicago' }) },
    clock: { now: () => now, monotonicUs: () => 0 },
    onFailure: (error) => failures.push(error),
  });
  return async () => {
    worker.work();
    await worker.settle();
  };
}

describe('scheduled reports (decision 0087)', () => {
  it('wait until the calls of the period are sealed, and are made once', async () => {
    const run = started();
    now = Date.parse('2026-11-01T07:59:00.000Z');
    await run();
    expect(made).toEqual([]);
    now = Date.parse('2026-11-01T08:01:00.000Z');
    await run();
    await run();
    expect(made).toEqual([
      {
        period: {
          from: '2026-10-01T05:00:00.000Z',
          until: '2026-11-01T05:00:00.000Z',
          agentId: 'agt_1',
        },
        samples: 5,
        preparedFor: 'Board',
        preparedBy: monthly.by,
        scheduleId: 'sched_1',
      },
    ]);
    expect(await nextOf()).toBe('2026-11-01');
  });

  it('catch up once after months without the service', async () => {
    now = Date.parse('2027-03-15T12:00:00.000Z');
    await started()();
    expect(made.map(({ period }) => period.from)).toEqual(['2027-02-01T06:00:00.000Z']);
    expect(await nextOf()).toBe('2027-03-01');
  });

  it('are made by one of two replicas', async () => {
    now = Date.parse('2026-11-02T00:00:00.000Z');
    await Promise.all([started()(), started()(), started()()]);
    expect(made).toHaveLength(1);
    expect(failures).toEqual([]);
  });

  it('are made by the next process when one stopped in the middle, after its time is over', async () => {
    now = Date.parse('2026-11-02T00:00:00.000Z');
    make = () => Promise.reject(new Error('stopped'));
    await started()();
    expect(failures).toHaveLength(1);
    make = async () => undefined;
    now += 14 * 60_000;
    await started()();
    expect(made).toEqual([]);
    now += 2 * 60_000;
    await started()();
    expect(made).toHaveLength(1);
  });

  it('write nothing while nothing is due', async () => {
    now = Date.parse('2026-10-20T00:00:00.000Z');
    const before = await documents.read('report_schedules');
    await started()();
    expect(await documents.read('report_schedules')).toEqual(before);
  });

  describe('that go out by e-mail', () => {
    const to = ['board@clinic.example.com'];
    const mailedOf = async () => (await schedules().read()).schedules[0]?.mailed;
    beforeEach(async () => {
      await schedules().update(() => ({ schedules: [{ ...monthly, emailTo: to }] }));
      now = Date.parse('2026-11-01T08:01:00.000Z');
    });

    it('are sent once as a PDF, with the days and the root in words', async () => {
      const run = started();
      await run();
      await run();
      expect(sent).toHaveLength(1);
      const [{ mail, to: receivers } = {}] = sent;
      expect(receivers).toEqual(to);
      expect(mail?.subject).toBe('Compliance report 2026-11-01 to 2026-11-30');
      expect(mail?.text).toContain(examplePeriodReport.merkle_root_hex);
      expect(mail?.file.name).toBe('report 2026-11-01 to 2026-11-30.pdf');
      expect(await mailedOf()).toEqual({ at: '2026-11-01T08:01:00.000Z' });
    });

    it('are made once where the mail server takes none, and the schedule says why', async () => {
      refuse = new AlertNotSent('no mail server is set');
      const run = started();
      await run();
      await run();
      expect(made).toHaveLength(1);
      expect(await mailedOf()).toMatchObject({ problem: 'no mail server is set' });
      expect(await nextOf()).toBe('2026-11-01');
    });
  });

  describe('that go to a folder', () => {
    let place: string;
    const filedOf = async () => (await schedules().read()).schedules[0]?.filed;
    beforeEach(async () => {
      place = await mkdtemp(join(tmpdir(), 'reports-'));
      folder = reportFolder(place);
      now = Date.parse('2026-11-01T08:01:00.000Z');
    });
    afterEach(() => removeFolder(place));

    it('are written once as a PDF that the folder’s group may read, beside the mail', async () => {
      await schedules().update(() => ({
        schedules: [{ ...monthly, emailTo: ['board@clinic.example.com'] }],
      }));
      const run = started();
      await run();
      await run();
      const name = `report 2026-11-01 to 2026-11-30 ${examplePeriodReport.id}.pdf`;
      expect(await readdir(place)).toEqual([name]);
      expect(await readFile(join(place, name), 'latin1')).toBe('%PDF-');
      expect((await stat(join(place, name))).mode & 0o777).toBe(0o640);
      expect(await filedOf()).toEqual({ at: '2026-11-01T08:01:00.000Z' });
      expect(sent).toHaveLength(1);
    });

    it('are made once where the folder is not there, and the schedule says why', async () => {
      await removeFolder(place);
      const run = started();
      await run();
      await run();
      expect(made).toHaveLength(1);
      expect(failures).toHaveLength(1);
      expect(await filedOf()).toMatchObject({ problem: 'there is no such folder' });
      expect(await nextOf()).toBe('2026-11-01');
    });
  });
});
