import type { MaskedTranscript } from '../contract/live.ts';
import type { Agent } from '../domain/agent.ts';
import type { EventFields, JournalRecord, TranscriptFailure } from '../domain/event.ts';
import { Fault, isUnavailable } from '../domain/fault.ts';
import type { AgentId, SessionId } from '../domain/ids.ts';
import type { Agents } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Documents } from '../ports/documents.ts';
import type { Journal } from '../ports/journal.ts';
import type { FunctionCaller } from '../ports/receivers/function-caller.ts';
import { type StoredSetting, storedSetting } from '../settings/stored-setting.ts';
import { counted, wasLast } from './alert-state.ts';

/** Sends the masked transcript of each ended call to the address of its agent (decision 0197). */
export interface TranscriptDeliveries {
  /** Keeps the calls that ended in these records and are to be sent; true where there are any. Durable on return. */
  take(records: readonly JournalRecord[]): Promise<boolean>;
  /** Starts to send what is due. Call it in one replica alone. */
  work(): void;
  /** Resolves when nothing is being sent. */
  settle(): Promise<void>;
  /** Ends what is being sent; it is sent again after the next start. */
  stop(): Promise<void>;
}

export interface TranscriptDeliveriesDeps {
  readonly documents: Documents;
  readonly journal: Pick<Journal, 'append'>;
  readonly agents: Pick<Agents, 'get'>;
  readonly caller: Pick<FunctionCaller, 'call'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Signs what goes to the address of an agent: `whsec_` and base64. */
  readonly secretOf: (agent: Pick<Agent, 'id'>) => string;
  /** The masked texts of a call, as far as they are kept. */
  readonly transcriptOf: (call: {
    readonly sessionId: SessionId;
    readonly agentId: AgentId;
  }) => Promise<MaskedTranscript>;
  /** Gets what failed; the next run tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** A call whose transcript waits, or whose outcome is not on record yet. */
interface Delivery {
  readonly sessionId: SessionId;
  readonly agentId: AgentId;
  /** ISO 8601 UTC. */
  readonly endedAt: string;
  readonly attempts: number;
  /** In milliseconds since the epoch. */
  readonly dueAt: number;
  readonly outcome?: Outcome;
}

type Outcome =
  | { readonly kind: 'transcript_sent'; readonly fields: EventFields['transcript_sent'] }
  | { readonly kind: 'transcript_failed'; readonly fields: EventFields['transcript_failed'] };

/** Oldest first. */
interface Outbox {
  readonly deliveries: readonly Delivery[];
}

interface Sender {
  readonly deps: TranscriptDeliveriesDeps;
  readonly outbox: StoredSetting<Outbox>;
  readonly stopped: AbortController;
}

/** Longest wait for an answer, in milliseconds. */
const answerMs = 10_000;
/** Longest body, in bytes: turns behind it are left out. */
const maxBody = 1024 * 1024;
/** Calls of one agent that wait; one more is given up at once. */
const maxWaiting = 500;
/** Calls of one agent that are sent in one run, so that a run ends. */
const sentAtOnce = 20;

export function createTranscriptDeliveries(deps: TranscriptDeliveriesDeps): TranscriptDeliveries {
  const outbox = storedSetting<Outbox>(deps.documents, 'transcript_deliveries', { deliveries: [] });
  const sender: Sender = { deps, outbox, stopped: new AbortController() };
  let running: Promise<void> | undefined;
  return {
    take: (records) => take(sender, records),
    work: () => {
      running ??= run(sender)
        .catch(deps.onFailure)
        .finally(() => {
          running = undefined;
        });
    },
    settle: async () => {
      await running;
    },
    stop: async () => {
      sender.stopped.abort();
      await running;
    },
  };
}

async function take({ deps, outbox }: Sender, records: readonly JournalRecord[]): Promise<boolean> {
  const added: Delivery[] = [];
  for (const { kind, session_id: sessionId, agent_id: agentId, ts } of records) {
    if (kind !== 'session_sealed' || sessionId === undefined || agentId === undefined) continue;
    const url = (await deps.agents.get(agentId))?.transcriptUrl ?? null;
    if (url !== null) added.push({ sessionId, agentId, endedAt: ts, attempts: 0, dueAt: 0 });
  }
  if (added.length === 0) return false;
  await outbox.update(({ deliveries }) => ({ deliveries: added.reduce(withDelivery, deliveries) }));
  return true;
}

function withDelivery(deliveries: readonly Delivery[], added: Delivery): readonly Delivery[] {
  if (deliveries.some(({ sessionId }) => sessionId === added.sessionId)) return deliveries;
  const waiting = deliveries.filter(
    ({ agentId, outcome }) => agentId === added.agentId && outcome === undefined,
  );
  if (waiting.length < maxWaiting) return [...deliveries, added];
  return [...deliveries, { ...added, outcome: failed(added, 'too_many_waiting') }];
}

function failed(
  { attempts }: Delivery,
  reason: TranscriptFailure,
  more: Pick<EventFields['transcript_failed'], 'host' | 'status'> = {},
): Outcome {
  return { kind: 'transcript_failed', fields: { ...more, attempts, reason } };
}

/** Agents side by side: an address that does not answer holds up no other agent. */
async function run(sender: Sender): Promise<void> {
  const { deps, outbox } = sender;
  const { deliveries } = await outbox.read();
  const now = deps.clock.now();
  const due = deliveries.filter(({ outcome, dueAt }) => outcome === undefined && dueAt <= now);
  const byAgent = Map.groupBy(due, ({ agentId }) => agentId);
  await Promise.all(
    [...byAgent.values()].map((some) => sendInTurn(sender, some.slice(0, sentAtOnce))),
  );
  await journalOutcomes(sender);
}

/** One after the other, until one is not taken: the others would not be either. */
async function sendInTurn(sender: Sender, deliveries: readonly Delivery[]): Promise<void> {
  for (const delivery of deliveries) {
    if (sender.stopped.signal.aborted || !(await sendOne(sender, delivery))) return;
  }
}

/** False where the address did not take it. */
async function sendOne(sender: Sender, delivery: Delivery): Promise<boolean> {
  const { deps, outbox, stopped } = sender;
  const { sessionId: id, agentId } = delivery;
  const change = (fields: Partial<Delivery>) =>
    outbox.update(({ deliveries }) => ({
      deliveries: deliveries.map((one) => (one.sessionId === id ? { ...one, ...fields } : one)),
    }));
  const url = (await deps.agents.get(agentId))?.transcriptUrl ?? null;
  const transcript = await deps.transcriptOf(delivery);
  const missing = url === null ? 'no_address' : missingTexts(transcript);
  if (url === null || missing !== undefined) {
    await change({ outcome: failed(delivery, missing ?? 'no_address') });
    return true;
  }
  const { json, turns } = bodyOf(transcript, delivery.endedAt);
  const attempt = counted(delivery, deps.clock.now());
  await change(attempt);
  const { outcome, status } = await deps.caller.call(
    {
      url,
      timeoutMs: answerMs,
      repeatable: false,
      id,
      secret: deps.secretOf({ id: agentId }),
      json,
    },
    stopped.signal,
  );
  if (outcome === 'stopped') return false;
  const { attempts } = attempt;
  const told = { host: new URL(url).host, ...(status !== undefined && { status }) };
  // A status from 200 to 299; nobody reads what else the answer says.
  if (outcome === 'done' || outcome === 'too_large' || outcome === 'unreadable') {
    const fields = { ...told, attempts, turns, bytes: Buffer.byteLength(json) };
    await change({ outcome: { kind: 'transcript_sent', fields } });
    return true;
  }
  if (wasLast(attempts))
    await change({ outcome: failed({ ...delivery, attempts }, outcome, told) });
  return false;
}

/** Why there is nothing to send; a transcript that is damaged is sent and says so. */
function missingTexts({ public_side: side }: MaskedTranscript): TranscriptFailure | undefined {
  return (['not_kept', 'erased', 'key_missing'] as const).find((one) => one === side);
}

/** The same bytes at each attempt, as long as the texts are the same. */
function bodyOf({ turns, ...call }: MaskedTranscript, timestamp: string) {
  const sent: string[] = [];
  let room = maxBody - 1_024;
  for (const turn of turns) {
    const json = JSON.stringify(turn);
    room -= Buffer.byteLength(json) + 1;
    if (room < 0) break;
    sent.push(json);
  }
  const about = JSON.stringify({ ...call, turns_left_out: turns.length - sent.length });
  const data = `${about.slice(0, -1)},"turns":[${sent.join(',')}]}`;
  const json = `{"type":"transcript.masked","timestamp":"${timestamp}","data":${data}}`;
  return { json, turns: sent.length };
}

/** After a crash in between, the journal has an outcome twice rather than not at all. */
async function journalOutcomes({ deps, outbox }: Sender): Promise<void> {
  const { deliveries } = await outbox.read();
  for (const { sessionId, agentId, outcome } of deliveries) {
    if (outcome === undefined) continue;
    const ts = new Date(deps.clock.now()).toISOString();
    try {
      await deps.journal.append([{ ...outcome, ts, session_id: sessionId, agent_id: agentId }]);
    } catch (error) {
      if (isUnavailable(error)) return;
      // Retention pruned the call meanwhile.
      if (!(error instanceof Fault && error.code === 'session_not_found')) throw error;
    }
    await outbox.update((after) => ({
      deliveries: after.deliveries.filter((one) => one.sessionId !== sessionId),
    }));
  }
}
