import type { PeriodReport } from '../contract/reports/period-report.ts';
import { daysOf } from '../domain/reports/local-time.ts';
import {
  type Days,
  dayAt,
  daysAround,
  dueDays,
  type ReportSchedule,
  type ReportSchedules,
  startOfDay,
} from '../domain/reports/schedule.ts';
import type { Clinic } from '../domain/settings/clinic.ts';
import type { Clock } from '../ports/clock.ts';
import { AlertNotSent } from '../ports/receivers/alert-sender.ts';
import { type ReportFolder, ReportNotFiled } from '../ports/receivers/report-folder.ts';
import type { ReportMail, ReportMailer } from '../ports/receivers/report-mailer.ts';
import type { StoredSetting } from '../settings/stored-setting.ts';
import type { PeriodReportRequest, PeriodReports } from './period-reports.ts';

/** Makes the reports of schedules when their periods are over (decision 0087). */
export interface ScheduledReports {
  /** Makes what is due. Call it every few minutes. */
  work(): void;
  /** Resolves when no report is being made. */
  settle(): Promise<void>;
}

export interface ScheduledReportsDeps {
  readonly schedules: StoredSetting<ReportSchedules>;
  readonly reports: Pick<PeriodReports, 'json' | 'pdf'>;
  readonly mailer: ReportMailer;
  /** Gets each PDF; undefined where the clinic names no folder. */
  readonly folder: ReportFolder | undefined;
  readonly clinic: { read(): Promise<Clinic> };
  readonly clock: Clock;
  /** Gets what failed; a later run tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** After the end of a period, so that its last calls are sealed. */
export const sealingMs = 3 * 3_600_000;
/** A process that stops in the middle has this long until the report is made by another. */
const claimMs = 15 * 60_000;

export function createScheduledReports(deps: ScheduledReportsDeps): ScheduledReports {
  let running: Promise<void> | undefined;
  return {
    work: () => {
      running ??= run(deps)
        .catch(deps.onFailure)
        .finally(() => {
          running = undefined;
        });
    },
    settle: async () => {
      await running;
    },
  };
}

async function run(deps: ScheduledReportsDeps): Promise<void> {
  const { timeZone } = await deps.clinic.read();
  const today = dayAt(deps.clock.now() - sealingMs, timeZone);
  const { schedules } = await deps.schedules.read();
  const due = schedules.filter((schedule) => dueDays(schedule, today) !== undefined);
  for (const { id } of due) {
    const claimed = await claim(deps, id, today);
    if (claimed === undefined) continue;
    const { schedule, days } = claimed;
    const asked = { ...requestOf(schedule, days, timeZone), scheduleId: id };
    const outcomes = await make(deps, asked, schedule.emailTo ?? []);
    await change(deps, id, ({ claimedUntil: _, ...rest }) => ({
      ...rest,
      ...outcomes,
      next: daysAround(schedule.every, today).first,
    }));
  }
}

/**
 * Makes the report, and brings its PDF to the people and the folder it is for. A report that did not get there is made and
 * listed all the same.
 */
async function make(
  deps: ScheduledReportsDeps,
  asked: PeriodReportRequest,
  to: readonly string[],
): Promise<Pick<ReportSchedule, 'mailed' | 'filed'>> {
  const { reports, mailer, folder } = deps;
  if (to.length === 0 && folder === undefined) {
    await reports.json(asked);
    return {};
  }
  const { report, pdf } = await reports.pdf(asked);
  const name = `report ${daysOf(report.period)} ${report.id}.pdf`;
  return {
    ...(folder && { filed: await outcomeOf(deps, folder.write(name, pdf)) }),
    ...(to.length > 0 && { mailed: await outcomeOf(deps, mailer.send(mailOf(report, pdf), to)) }),
  };
}

/** When a delivery was over, and for people why it failed. */
async function outcomeOf({ clock, onFailure }: ScheduledReportsDeps, delivery: Promise<void>) {
  const at = () => new Date(clock.now()).toISOString();
  try {
    await delivery;
    return { at: at() };
  } catch (error) {
    onFailure(error);
    const isExpected = error instanceof AlertNotSent || error instanceof ReportNotFiled;
    return { at: at(), problem: isExpected ? error.message : 'it could not be sent' };
  }
}

function mailOf({ id, period, merkle_root_hex: root }: PeriodReport, pdf: Uint8Array): ReportMail {
  const days = daysOf(period);
  const text = [
    `Attached is the compliance report of Voice PHI Proxy for ${days}. Its JSON is attached to the PDF.`,
    '',
    `Merkle root: ${root}`,
    '',
    'The audit log of the service has the same root.',
    '',
  ].join('\n');
  const file = { name: `report ${days}.pdf`, bytes: pdf };
  return { id, subject: `Compliance report ${days}`, text, file };
}

function requestOf(
  { agentId, samples, preparedFor, by }: ReportSchedule,
  { first, end }: Days,
  timeZone: string,
) {
  const [from, until] = [startOfDay(first, timeZone), startOfDay(end, timeZone)];
  const period = { from, until, ...(agentId !== undefined && { agentId }) };
  return { period, samples, preparedFor, preparedBy: by };
}

/** One process at a time makes a report: the first that writes down that it does. */
async function claim(deps: ScheduledReportsDeps, id: string, today: string) {
  const now = deps.clock.now();
  const { before, after } = await change(deps, id, (schedule) =>
    dueDays(schedule, today) === undefined || (schedule.claimedUntil ?? 0) > now
      ? schedule
      : { ...schedule, claimedUntil: now + claimMs },
  );
  const found = (all: ReportSchedules) => all.schedules.find((schedule) => schedule.id === id);
  const [old, schedule] = [found(before), found(after)];
  const days = schedule && dueDays(schedule, today);
  if (schedule === undefined || days === undefined || schedule === old) return undefined;
  return { schedule, days };
}

function change(
  { schedules }: ScheduledReportsDeps,
  id: string,
  by: (schedule: ReportSchedule) => ReportSchedule,
) {
  return schedules.update((all) => ({
    schedules: all.schedules.map((schedule) => (schedule.id === id ? by(schedule) : schedule)),
  }));
}
