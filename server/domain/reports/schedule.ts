import type { AgentId, UserId } from '../ids.ts';
import { localParts } from './local-time.ts';

/** Reports that the service makes by itself (decision 0087). */
export interface ReportSchedule {
  readonly id: string;
  /** From Monday on, or a calendar month, in the time zone of the clinic. */
  readonly every: 'week' | 'month';
  /** Absent for all agents. */
  readonly agentId?: AgentId;
  readonly preparedFor: string;
  /** Number of calls to draw. */
  readonly samples: number;
  /** Who made the schedule: its reports name them. */
  readonly by: { readonly id: UserId; readonly name: string };
  /** First day of the next period to report, such as `2026-11-01`. */
  readonly next: string;
  /** Who gets the PDF by e-mail; absent for nobody. */
  readonly emailTo?: readonly string[];
  /** When the last report was sent, or why it was not. */
  readonly mailed?: { readonly at: string; readonly problem?: string };
  /** When the last PDF was written to the folder for reports, or why it was not; absent where none is set. */
  readonly filed?: { readonly at: string; readonly problem?: string };
  /** A process makes a report until this time, in milliseconds. */
  readonly claimedUntil?: number;
}

export interface ReportSchedules {
  readonly schedules: readonly ReportSchedule[];
}

export const noSchedules: ReportSchedules = { schedules: [] };

/** Days from the first on and before `end`. */
export interface Days {
  readonly first: string;
  readonly end: string;
}

type Every = ReportSchedule['every'];

/** The week or month that holds a day. */
export function daysAround(every: Every, day: string): Days {
  const at = new Date(`${day}T00:00:00.000Z`);
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (every === 'month') return daysBetween([year, month, 1], [year, month + 1, 1]);
  const monday = date - ((at.getUTCDay() + 6) % 7);
  return daysBetween([year, month, monday], [year, month, monday + 7]);
}

type Place = readonly [year: number, month: number, date: number];

function daysBetween(first: Place, end: Place): Days {
  const dayOf = (place: Place) => new Date(Date.UTC(...place)).toISOString().slice(0, 10);
  return { first: dayOf(first), end: dayOf(end) };
}

/**
 * What a schedule has to report on a day: the last period that is over, unless it was reported. Earlier
 * ones that were missed are left out.
 */
export function dueDays(
  { every, next }: Pick<ReportSchedule, 'every' | 'next'>,
  today: string,
): Days | undefined {
  const { first: current } = daysAround(every, today);
  const before = new Date(Date.parse(`${current}T00:00:00.000Z`) - 86_400_000);
  const last = daysAround(every, before.toISOString().slice(0, 10));
  return last.first >= next ? last : undefined;
}

/** The day (`2026-11-01`) of a moment in milliseconds, in a time zone. */
export function dayAt(at: number, timeZone: string): string {
  const { year, month, day } = localParts(at, timeZone);
  return `${year}-${month}-${day}`;
}

/** The start of a day in a time zone, as ISO 8601 UTC. */
export function startOfDay(day: string, timeZone: string): string {
  const utc = Date.parse(`${day}T00:00:00.000Z`);
  const ahead = (at: number) => {
    const { hour, minute, second } = localParts(at, timeZone);
    const local = Date.parse(`${dayAt(at, timeZone)}T${hour}:${minute}:${second}.000Z`);
    return local - Math.floor(at / 1000) * 1000;
  };
  // Twice, because the zone can change its offset between both moments.
  return new Date(utc - ahead(utc - ahead(utc))).toISOString();
}
