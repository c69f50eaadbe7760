import type { EventDraft } from '../domain/event.ts';
import { isUnavailable } from '../domain/fault.ts';
import {
  type AlertChannel,
  type AlertMessage,
  type AlertRule,
  type AlertSettings,
  noAlerts,
  withCurrentCounts,
  withCurrentKinds,
} from '../domain/settings/alert.ts';
import { yieldToOthers } from '../domain/time-slices.ts';
import type { Clock } from '../ports/clock.ts';
import type { Documents } from '../ports/documents.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal } from '../ports/journal.ts';
import { AlertNotSent, type AlertSender } from '../ports/receivers/alert-sender.ts';
import { type StoredSetting, storedSetting } from '../settings/stored-setting.ts';
import { alertContent } from './alert-content.ts';
import {
  type AlertState,
  type Condition,
  dueMessages,
  forRules,
  initialAlertState,
  newMessage,
  withAttempt,
  withJournalled,
  withOutcome,
  withRetry,
} from './alert-state.ts';
import { concernsAlerts, withConditions, withRecord } from './occurrences.ts';
import type { TranscriptDeliveries } from './transcript-deliveries.ts';

/** Tells people what happened, by mail or webhook (decision 0094). Outside of every turn. */
export interface Alerts {
  readonly settings: StoredSetting<AlertSettings>;
  /** The messages that wait, and the newest that were sent or given up; oldest first. */
  messages(): Promise<readonly AlertMessage[]>;
  /** Sends a message again that was given up; false when there is none with this id. */
  retry(id: string): Promise<boolean>;
  /** Sends a test through a channel at once. Rejects with `AlertNotSent`. Journalled. */
  test(rule: Pick<AlertRule, 'id' | 'channel'>): Promise<void>;
  /** Reads new records and sends what is due. Call it every few seconds. */
  work(): void;
  /** Resolves when nothing is being read or sent. */
  settle(): Promise<void>;
}

export interface AlertsDeps {
  readonly documents: Documents;
  readonly journal: Pick<Journal, 'read' | 'head' | 'append'>;
  readonly sender: AlertSender;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'next'>;
  /** Names this process among replicas; null where there is no other. */
  readonly replica: string | null;
  /** The upstream of an agent. */
  readonly upstreamOf: (agentId: string) => Promise<string | undefined>;
  /** The conditions that hold now, by what they are about; never `provider_down`. */
  readonly conditions: (settings: AlertSettings) => Promise<Readonly<Record<string, Condition>>>;
  /** Gets the calls that end from the records that are read here. */
  readonly transcripts: Pick<TranscriptDeliveries, 'take' | 'work'>;
  readonly portalUrl: string;
  /** Gets what failed; the next run tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** A worker that stops has this long until another replica takes its work. */
const leaseMs = 60_000;
const checkConditionsMs = 60_000;
const page = 200;
/** The position is stored at the latest after this many records that concern nobody. */
const unstoredRecords = 2_000;

interface Worker {
  readonly deps: AlertsDeps;
  readonly settings: StoredSetting<AlertSettings>;
  readonly state: StoredSetting<AlertState>;
  /** `seq` of the next record to read; undefined when another replica reads. */
  position: number | undefined;
  /** The stored position. */
  stored: number;
  conditionsDue: number;
  running: Promise<void> | undefined;
}

export function createAlerts(deps: AlertsDeps): Alerts {
  const worker: Worker = {
    deps,
    settings: storedSetting(deps.documents, 'alerts', noAlerts, withCurrentKinds),
    state: storedSetting(deps.documents, 'alert_state', initialAlertState, (stored) => ({
      ...stored,
      messages: stored.messages.map(withCurrentCounts),
    })),
    position: undefined,
    stored: 0,
    conditionsDue: 0,
    running: undefined,
  };
  const now = deps.clock.now;
  return {
    settings: worker.settings,
    messages: async () => (await worker.state.read()).messages,
    retry: async (id) => {
      const { before, after } = await worker.state.update((state) => withRetry(state, id, now()));
      return before.messages.some(
        (message, at) => message.id === id && message.state !== after.messages[at]?.state,
      );
    },
    test: (rule) => sendTest(worker, rule),
    work: () => {
      worker.running ??= run(worker)
        .catch(deps.onFailure)
        .finally(() => {
          worker.running = undefined;
        });
    },
    settle: async () => {
      await worker.running;
    },
  };
}

async function run(worker: Worker): Promise<void> {
  if (!(await isWorker(worker))) return;
  const settings = await worker.settings.read();
  await readRecords(worker, settings);
  worker.deps.transcripts.work();
  await checkConditions(worker, settings);
  await sendDue(worker, settings);
  await journalSettled(worker);
}

/** One replica at a time reads and sends, so that an alert is sent once. */
async function isWorker(worker: Worker): Promise<boolean> {
  const { deps, state } = worker;
  const { replica, clock } = deps;
  const stored = await state.read();
  const isMine = replica === null || stored.worker?.id === replica;
  if (!isMine && stored.worker !== null && stored.worker.until > clock.now()) {
    worker.position = undefined;
    return false;
  }
  worker.position ??= stored.position ?? deps.journal.head().size;
  const needsLease =
    replica !== null && (!isMine || (stored.worker?.until ?? 0) < clock.now() + leaseMs / 2);
  if (stored.position !== null && !needsLease) return true;
  const { position } = worker;
  worker.stored = stored.position ?? position;
  const { after } = await state.update((current) => {
    const isTaken =
      replica !== null &&
      current.worker !== null &&
      current.worker.id !== replica &&
      current.worker.until > clock.now();
    if (isTaken) return current;
    return {
      ...current,
      position: current.position ?? position,
      worker: replica === null ? null : { id: replica, until: clock.now() + leaseMs },
    };
  });
  return replica === null || after.worker?.id === replica;
}

/** Reads page by page; other work runs between two pages. */
async function readRecords(worker: Worker, settings: AlertSettings): Promise<void> {
  const { deps, state } = worker;
  for (;;) {
    const from = worker.position ?? 0;
    if (from >= deps.journal.head().size) return;
    const records = await deps.journal.read({ from, limit: page });
    const last = records.at(-1);
    // Nothing is left of a range that was pruned.
    const position = last === undefined ? deps.journal.head().size : last.seq + 1;
    const relevant = records.filter(concernsAlerts);
    const upstreams = await upstreamsOf(
      worker,
      relevant.map(({ agent_id }) => agent_id),
    );
    // Before the position is stored: a crash in between gives the same records once more.
    const taken = await deps.transcripts.take(records);
    if (taken || relevant.length > 0 || position - worker.stored > unstoredRecords) {
      await state.update((before) => {
        // Another replica may have read some of them meanwhile.
        const read = before.position ?? 0;
        if (read >= position) return before;
        const unread = relevant.filter(({ seq }) => seq >= read);
        const after = unread.reduce(
          (next, record) =>
            withRecord(next, record, {
              settings,
              upstream: upstreams.get(record.agent_id ?? ''),
              newId: () => deps.ids.next('alr'),
            }),
          before,
        );
        return { ...after, position };
      });
      worker.stored = position;
    }
    worker.position = position;
    await yieldToOthers();
  }
}

async function upstreamsOf(
  { deps }: Worker,
  agentIds: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const id of new Set(agentIds)) {
    const upstream = id === undefined ? undefined : await deps.upstreamOf(id);
    if (id !== undefined && upstream !== undefined) found.set(id, upstream);
  }
  return found;
}

async function checkConditions(worker: Worker, settings: AlertSettings): Promise<void> {
  const { deps, state } = worker;
  const now = deps.clock.now();
  if (now < worker.conditionsDue) return;
  const found = await deps.conditions(settings);
  const options = { settings, newId: () => deps.ids.next('alr') };
  const before = await state.read();
  if (withConditions(before, found, now, options) !== before) {
    await state.update((current) => withConditions(current, found, now, options));
  }
  worker.conditionsDue = now + checkConditionsMs;
}

async function sendDue(worker: Worker, settings: AlertSettings): Promise<void> {
  const { deps, state } = worker;
  const stored = await state.read();
  if (forRules(stored, settings) !== stored) {
    await state.update((current) => forRules(current, settings));
  }
  for (const { id, ruleId } of dueMessages(forRules(stored, settings), deps.clock.now())) {
    const { after } = await state.update((current) => withAttempt(current, id, deps.clock.now()));
    const message = after.messages.find((each) => each.id === id);
    const rule = settings.rules.find((each) => each.id === ruleId);
    if (message === undefined || rule === undefined) continue;
    const error = await deliver(worker, message, rule.channel, settings);
    await state.update((current) => withOutcome(current, id, deps.clock.now(), error));
  }
}

/** Resolves with why the receiver did not take the message; undefined when it did. */
async function deliver(
  { deps }: Worker,
  message: AlertMessage,
  channel: AlertChannel,
  { mailServer }: AlertSettings,
): Promise<string | undefined> {
  try {
    await deps.sender.send(alertContent(message, deps.portalUrl), channel, mailServer);
    return undefined;
  } catch (error) {
    if (error instanceof AlertNotSent) return error.message;
    deps.onFailure(error);
    return 'the alert could not be sent';
  }
}

/** After a crash in between, the journal has an event twice rather than not at all. */
async function journalSettled({ deps, state }: Worker): Promise<void> {
  const { messages } = await state.read();
  for (const message of messages) {
    if (message.state === 'waiting' || message.journalled === true) continue;
    try {
      await deps.journal.append([draftOf(message, deps.clock)]);
    } catch (error) {
      if (isUnavailable(error)) return;
      throw error;
    }
    await state.update((current) => withJournalled(current, message.id));
  }
}

type Told = Pick<AlertMessage, 'id' | 'ruleId' | 'channel' | 'state' | 'counts' | 'attempts'>;

function draftOf(message: Told, clock: Clock): EventDraft {
  const { id, ruleId, channel, state, counts, attempts } = message;
  const fields = { alert_id: id, rule_id: ruleId, channel, counts, attempts };
  return {
    kind: state === 'sent' ? 'alert_sent' : 'alert_failed',
    ts: new Date(clock.now()).toISOString(),
    fields,
  };
}

async function sendTest(worker: Worker, rule: Pick<AlertRule, 'id' | 'channel'>): Promise<void> {
  const { deps, settings } = worker;
  const { clock } = deps;
  const message = { ...newMessage(deps.ids.next('alr'), rule, clock.now()), attempts: 1 };
  const error = await deliver(worker, message, rule.channel, await settings.read());
  const state = error === undefined ? 'sent' : 'failed';
  await deps.journal.append([draftOf({ ...message, state }, clock)]);
  if (error !== undefined) throw new AlertNotSent(error);
}
