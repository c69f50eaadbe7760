import {
  type EventFields,
  type EventKind,
  type JournalRecord,
  kindsAfterTheCall,
} from '../domain/event.ts';
import { noExposure } from '../domain/exposure.ts';
import type { UserId } from '../domain/ids.ts';
import type { SessionStatus, SessionSummary, TurnFailure } from '../domain/session.ts';
import { foldExposure } from './exposure.ts';
import { addCounts } from './histogram.ts';

/** The state of a session up to `foldedSeq`: its summary, and what folding the next record needs. */
export interface SessionFold {
  readonly summary: SessionSummary;
  /** `seq` of the last folded record. */
  readonly foldedSeq: number;
  /** Number of delivered replies by added latency in whole milliseconds. */
  readonly addedMs: Readonly<Record<string, number>>;
  /** Number of replies: complete, broken off, and failed. */
  readonly replies: Readonly<Record<'ok' | 'partial' | 'error', number>>;
  readonly rehydrationFailed: boolean;
}

type Fields<K extends EventKind> = EventFields[K];
type Step<K extends EventKind> = (
  fold: SessionFold,
  fields: Fields<K> & Pick<JournalRecord, 'ts'>,
) => SessionFold;

const steps: { readonly [K in EventKind]?: Step<K> } = {
  call_started: (fold, { upstream }) =>
    withSummary(fold, { upstreamModel: upstream.replace(/^[^:]*:/, '') }),
  request_masked: (fold, { spans_by_kind, values_by_kind }) => {
    const known = fold.summary.valuesByKind;
    const isRecorded = known !== undefined && values_by_kind !== undefined;
    const valuesByKind = isRecorded ? addCounts(known, values_by_kind) : undefined;
    const redactionsByKind = addCounts(fold.summary.redactionsByKind, spans_by_kind);
    const redactionCount = Object.values(redactionsByKind).reduce((sum, count) => sum + count, 0);
    const turnCount = fold.summary.turnCount + 1;
    return withSummary(fold, { redactionsByKind, redactionCount, valuesByKind, turnCount });
  },
  response_completed: (
    fold,
    { turn, status, reason, stream, failed, added_us, upstream_status },
  ) => ({
    ...fold,
    summary:
      status === 'ok'
        ? fold.summary
        : withFailure(fold.summary, {
            turn,
            status,
            reason,
            ...(upstream_status !== undefined && { upstream_status }),
          }),
    addedMs:
      status === 'error' || stream === 'unknown'
        ? fold.addedMs
        : addCounts(fold.addedMs, { [Math.round(added_us / 1000)]: 1 }),
    replies: { ...fold.replies, [status]: fold.replies[status] + 1 },
    rehydrationFailed: fold.rehydrationFailed || failed > 0,
  }),
  rehydration_failed: (fold) => ({ ...fold, rehydrationFailed: true }),
  call_ended: (fold) => withSummary(fold, { ended: true }),
  call_reviewed: (fold, { actor, reviewed, ts: at }) =>
    withSummary(fold, { reviewed: reviewed === 'yes' ? { by: actor as UserId, at } : undefined }),
};

/**
 * Folds one more record into the summary of its session (spec, Session summary; design D29). The first
 * record starts from `undefined`. A record that was folded before changes nothing, so ranges may
 * overlap. Redactions are the new spans of each turn: `request_masked` counts them even if the policy
 * logs no event for each. `agentName` is a parameter because no event holds it.
 *
 * Throws when the record belongs to no session or to another one.
 */
export function foldSession(
  before: SessionFold | undefined,
  record: JournalRecord,
  agentName: string,
): SessionFold {
  const fold = before ?? emptyFold(record, agentName);
  if (record.session_id !== fold.summary.id) throw new Error('A record of another session.');
  if (record.seq <= fold.foldedSeq) return fold;

  // Each record holds the fields of its kind: the journal checks them when it reads them.
  const step = steps[record.kind] as Step<EventKind> | undefined;
  const fields = record as unknown as Parameters<Step<EventKind>>[1];
  const next = step === undefined ? fold : step(fold, fields);
  return withSummary(
    { ...next, foldedSeq: record.seq },
    {
      ...timesAfter(fold.summary, record),
      status: statusOf(next),
      exposure: foldExposure(fold.summary.exposure, record),
    },
  );
}

function emptyFold(record: JournalRecord, agentName: string): SessionFold {
  const { session_id: id, agent_id: agentId, ts } = record;
  if (id === undefined || agentId === undefined) throw new Error('A record of no session.');
  return {
    summary: {
      id,
      agentId,
      agentName,
      startedAt: ts,
      endedAt: ts,
      durationMs: 0,
      status: 'ok',
      redactionCount: 0,
      redactionsByKind: {},
      valuesByKind: {},
      exposure: noExposure,
      failedTurns: 0,
      upstreamModel: '',
      turnCount: 0,
      ended: false,
    },
    foldedSeq: -1,
    addedMs: {},
    replies: { ok: 0, partial: 0, error: 0 },
    rehydrationFailed: false,
  };
}

function withSummary(fold: SessionFold, change: Partial<SessionSummary>): SessionFold {
  return { ...fold, summary: { ...fold.summary, ...change } };
}

function withFailure(summary: SessionSummary, failure: TurnFailure): SessionSummary {
  const { firstFailure = failure, failedTurns = 0 } = summary;
  return { ...summary, firstFailure, failedTurns: failedTurns + 1 };
}

/** An idle call ended with its last event, not when the service stopped waiting for the next. */
function timesAfter(
  { startedAt, endedAt }: SessionSummary,
  record: JournalRecord,
): Pick<SessionSummary, 'endedAt' | 'durationMs'> {
  const idle = record.kind === 'call_ended' && record['reason'] === 'idle';
  const end = idle || kindsAfterTheCall.has(record.kind) ? endedAt : record.ts;
  return { endedAt: end, durationMs: Math.max(0, Date.parse(end) - Date.parse(startedAt)) };
}

/** A missing reply counts as undelivered only once the call has ended; until its first reply a call is not `ok`. */
function statusOf({ summary, replies, rehydrationFailed }: SessionFold): SessionStatus {
  const { ok, partial, error } = replies;
  const missing = Math.max(0, summary.turnCount - ok - partial - error);
  const undelivered = error + (summary.ended ? missing : 0);
  const isAnswered = ok + partial > 0;
  if (undelivered > 0 && !isAnswered) return 'error';
  const isWaiting = missing > 0 && !isAnswered;
  return undelivered > 0 || partial > 0 || rehydrationFailed || isWaiting ? 'partial' : 'ok';
}
