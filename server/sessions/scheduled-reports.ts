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
import type { StoredSetting } from '../settings/stored-setting.ts';
import type { PeriodReports } from './period-reports.ts';

/** Makes the reports of schedules when their periods are over (decision 0087). */
export interface ScheduledReports {
  /** Makes what is due. Call it every few minutes. */
  work(): void;
  /** Resolves when no report is being made. */
  settle(): Promise<void>;
}

export interface ScheduledReportsDeps {
  readonly schedules: StoredSetting<ReportSchedules>;
  readonly reports: Pick<PeriodReports, 'json'>;
  readonly clinic: { read(): Promise<Clinic> };
  readonly clock: Clock;
  /** Gets what failed; a later run tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** After the end of a period, so that its last calls are sealed. */
const sealingMs = 3 * 3_600_000;
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
    await deps.reports.json({ ...requestOf(schedule, days, timeZone), scheduleId: id });
    await change(deps, id, ({ claimedUntil: _, ...rest }) => ({
      ...rest,
      next: daysAround(schedule.every, today).first,
    }));
  }
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
