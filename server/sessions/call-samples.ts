import { countKinds } from '../domain/detection.ts';
import type { SessionId } from '../domain/ids.ts';
import {
  type CallSample,
  type CallSamples,
  type SampledCall,
  sampleSize,
  withReadAgain,
  withSample,
} from '../domain/reports/call-samples.ts';
import type { PeriodRecords } from '../domain/reports/period.ts';
import { type Days, dayAt, daysAround, dueDays, startOfDay } from '../domain/reports/schedule.ts';
import type { Clinic } from '../domain/settings/clinic.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal, JournalPeriods } from '../ports/journal.ts';
import type { Marks } from '../ports/marks.ts';
import type { Payloads } from '../ports/payloads.ts';
import type { SessionSummaries } from '../ports/session-summaries.ts';
import { drawOrder } from '../projections/report/draw-calls.ts';
import type { StoredSetting } from '../settings/stored-setting.ts';
import { rootOf } from './period-reports.ts';
import { sealingMs } from './scheduled-reports.ts';
import type { Suggest, Suggestions } from './suggestions.ts';

/** Draws calls of each week, which two people read (decision 0196), and reads the week again for suggestions (decision 0190). */
export interface CallSampling {
  /** Draws what is due. Call it every few minutes. */
  work(): void;
  /** Resolves when nothing is being drawn or read. */
  settle(): Promise<void>;
}

export interface CallSamplingDeps {
  readonly samples: StoredSetting<CallSamples>;
  readonly journal: Pick<Journal, 'append'>;
  readonly periods: JournalPeriods;
  readonly summaries: Pick<SessionSummaries, 'count'>;
  readonly payloads: Pick<Payloads, 'read'>;
  readonly marks: Pick<Marks, 'add'>;
  readonly suggest: Suggest;
  readonly clinic: { read(): Promise<Clinic> };
  readonly clock: Clock;
  /** Gets what failed; a later run tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** A process that stops in the middle has this long until another goes on. */
const claimMs = 15 * 60_000;

export function createCallSampling(deps: CallSamplingDeps): CallSampling {
  let running: Promise<void> | undefined;
  return {
    work: () => {
      running ??= drawWhenDue(deps)
        .then(() => suggestWhenDue(deps))
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

/** Suggests words of the week that was drawn last, once. Those of calls that two people read come last, and wait for them. */
async function suggestWhenDue(deps: CallSamplingDeps): Promise<void> {
  const { samples, periods, payloads, marks, clock, journal } = deps;
  const isDue = ({ samples: [newest], claimedUntil }: CallSamples): boolean =>
    newest !== undefined && newest.readAgain === undefined && claimedUntil <= clock.now();
  if (!isDue(await samples.read())) return;
  const claimedUntil = clock.now() + claimMs;
  const { before, after } = await samples.update((all) =>
    isDue(all) ? { ...all, claimedUntil } : all,
  );
  const [sample] = after.samples;
  if (before === after || sample === undefined) return;
  const readable = readableCalls(await periods.period({ from: sample.from, until: sample.until }));
  for (const { sessionId } of sample.calls) readable.delete(sessionId);
  const order = drawOrder(sample.seed, [...readable.keys()]);
  const others = order.flatMap((id) => readable.get(id) ?? []);
  const suggested = await deps.suggest([...others, ...sample.calls]);
  await journal.append([suggestionsEvent(sample, suggested, new Date(clock.now()).toISOString())]);
  for (const mark of suggested.marks)
    if ((await payloads.read(mark.sessionId)).state === 'kept') await marks.add(mark);
  await samples.update((all) => ({ ...withReadAgain(all, sample.from), claimedUntil: 0 }));
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
function readableCalls({ trees, summaries }: PeriodRecords): Map<SessionId, SampledCall> {
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

function suggestionsEvent(
  { from }: CallSample,
  { calls, unreadable, texts, marks }: Suggestions,
  ts: string,
) {
  const mark_ids = marks.map(({ id }) => id);
  const fields = {
    sample_from: from,
    calls,
    ...(unreadable > 0 && { calls_unreadable: unreadable }),
    texts,
    mark_ids,
    suggested_by_kind: countKinds(marks),
  };
  return { kind: 'suggestions_made' as const, ts, fields };
}
