import type { EventDraft } from '../../server/domain/event.ts';
import type { SessionId } from '../../server/domain/ids.ts';
import { agentId, redaction, sampleDrafts } from './event-samples.ts';

export const dayMs = 24 * 3_600_000;
/** Day 0 of these calls; a journal times its own records by the clock of the machine. */
export const start = Date.now();

export function sessionNo(no: number): SessionId {
  return `sess_01J${String(no).padStart(23, '0')}`;
}

/** The ten records of one call, all at one time, from its start to its seal. */
export function callDrafts(call: {
  readonly no: number;
  readonly atMs: number;
  /** Days that its start promises. */
  readonly promise: number;
}): EventDraft[] {
  const ts = new Date(call.atMs).toISOString();
  const common = { ts, session_id: sessionNo(call.no), agent_id: agentId } as const;
  const sample = (kind: EventDraft['kind']): EventDraft => {
    const draft = sampleDrafts.find((one) => one.kind === kind);
    if (draft === undefined) throw new RangeError('no such kind');
    return { ...draft, ...common };
  };
  const begun = sample('call_started');
  return [
    { ...begun, fields: { ...begun.fields, retention_days: call.promise } } as EventDraft,
    ...Array.from({ length: 7 }, (_, turn) => ({ ...redaction(turn), ...common })),
    sample('call_ended'),
    sample('session_sealed'),
  ];
}
