import type { SessionId } from '../domain/ids.ts';
import {
  type CallSample,
  type CallSamples,
  type SampledCall,
  sampleSize,
  withSample,
} from '../domain/reports/call-samples.ts';
import type { PeriodRecords } from '../domain/reports/period.ts';
import { type Days, dayAt, daysAround, dueDays, startOfDay } from '../domain/reports/schedule.ts';
import type { Clinic } from '../domain/settings/clinic.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal, JournalPeriods } from '../ports/journal.ts';
import type { Payloads } from '../ports/payloads.ts';
import type { SessionSummaries } from '../ports/session-summaries.ts';
import { drawOrder } from '../projections/report/draw-calls.ts';
import type { StoredSetting } from '../settings/stored-setting.ts';
import { rootOf } from './period-reports.ts';
import { sealingMs } from './scheduled-reports.ts';

/** Draws calls of each week, which two people read (decision 0196). */
export interface CallSampling {
  /** Draws what is due. Call it every few minutes. */
  work(): void;
  /** Resolves when nothing is being drawn. */
  settle(): Promise<void>;
}

export interface CallSamplingDeps {
  readonly samples: StoredSetting<CallSamples>;
  readonly journal: Pick<Journal, 'append'>;
  readonly periods: JournalPeriods;
  readonly summaries: Pick<SessionSummaries, 'count'>;
  readonly payloads: Pick<Payloads, 'read'>;
  readonly clinic: { read(): Promise<Clinic> };
  readonly clock: Clock;
  /** Gets what failed; a later run tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** A process that stops in the middle has this long until another draws. */
const claimMs = 15 * 60_000;

export function createCallSampling(deps: CallSamplingDeps): CallSampling {
  let running: Promise<void> | undefined;
  return {
    work: () => {
      running ??= drawWhenDue(deps)
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

/** Draws from the last week that is over, once. Earlier ones that were missed are left out. */
async function drawWhenDue(deps: CallSamplingDeps): Promise<void> {
  const { samples, summaries, clinic, clock, journal } = deps;
  const { timeZone } = await clinic.read();
  const today = dayAt(clock.now() - sealingMs, timeZone);
  const due = ({ next }: CallSamples): Days | undefined => dueDays({ every: 'week', next }, today);
  const days = due(await samples.read());
  if (days === undefined) return;
  const week = { from: startOfDay(days.first, timeZone), until: startOfDay(days.end, timeZone) };
  if ((await summaries.count({ since: week.from, until: week.until })) === 0) return;
  const claimedUntil = clock.now() + claimMs;
  const { before, after } = await samples.update((all) =>
    due(all) === undefined || all.claimedUntil > clock.now() ? all : { ...all, claimedUntil },
  );
  if (before === after) return;
  const sample = await drawFrom(deps, week);
  if (sample.calls.length > 0) await journal.append([drawnEvent(sample)]);
  await samples.update((all) => ({
    ...(sample.calls.length > 0 ? withSample(all, sample) : all),
    next: daysAround('week', today).first,
    claimedUntil: 0,
  }));
}

/** The first calls of the draw that are over and whose texts are kept. */
async function drawFrom(
  { periods, payloads, clock }: CallSamplingDeps,
  week: Pick<CallSample, 'from' | 'until'>,
): Promise<CallSample> {
  const records = await periods.period(week);
  const seed = rootOf(records);
  const readable = readableCalls(records);
  const calls: SampledCall[] = [];
  for (const id of drawOrder(seed, [...readable.keys()])) {
    const call = readable.get(id);
    if (call === undefined || (await payloads.read(id)).state !== 'kept') continue;
    calls.push(call);
    if (calls.length === sampleSize) break;
  }
  const drawnAt = new Date(clock.now()).toISOString();
  return { ...week, drawnAt, seed, population: records.trees.length, calls };
}

/** Sealed calls whose values are on record. */
function readableCalls({ trees, summaries }: PeriodRecords): ReadonlyMap<SessionId, SampledCall> {
  const sealed = new Set(trees.filter((tree) => tree.sealed).map(({ sessionId }) => sessionId));
  const calls = new Map<SessionId, SampledCall>();
  for (const { id: sessionId, agentId, startedAt, valuesByKind } of summaries) {
    if (valuesByKind === undefined || !sealed.has(sessionId)) continue;
    calls.set(sessionId, { sessionId, agentId, startedAt, valuesByKind, checks: [] });
  }
  return calls;
}

function drawnEvent({ from, until, drawnAt, seed, population, calls }: CallSample) {
  const session_ids = calls.map(({ sessionId }) => sessionId);
  const fields = { from, until, seed, calls: population, session_ids };
  return { kind: 'sample_drawn' as const, ts: drawnAt, fields };
}
