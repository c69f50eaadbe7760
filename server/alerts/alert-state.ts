import type {
  AlertKind,
  AlertMessage,
  AlertRule,
  AlertSettings,
  Occurrence,
} from '../domain/settings/alert.ts';

/** What alerts remember, in one document: the outbox, and how far the journal was read. */
export interface AlertState {
  /** `seq` of the first record that may not have been read; null before the first start. */
  readonly position: number | null;
  /** The replica that reads and sends, until this time in milliseconds. */
  readonly worker: { readonly id: string; readonly until: number } | null;
  /** Conditions in force, by what they are about. */
  readonly conditions: Readonly<Record<string, Condition>>;
  /** Times of failures by upstream, in milliseconds, no older than the window. */
  readonly failures: Readonly<Record<string, readonly number[]>>;
  /** Oldest first. */
  readonly messages: readonly AlertMessage[];
  /** When each rule last sent, in milliseconds. */
  readonly lastSent: Readonly<Record<string, number>>;
}

export interface Condition {
  readonly kind: AlertKind;
  readonly subject?: string;
}

export const initialAlertState: AlertState = {
  position: null,
  worker: null,
  conditions: {},
  failures: {},
  messages: [],
  lastSent: {},
};

const callsNamed = 10;
/** Messages that are kept after they were sent or given up. */
const settledKept = 100;
/** Waits before each further attempt, in seconds; after the last one the message has failed. */
const backoffSeconds = [10, 60, 300, 900, 3_600, 14_400, 43_200];
const minuteMs = 60_000;

/** Puts an occurrence into the open message of each rule that asks for its kind. */
export function withOccurrence(
  state: AlertState,
  occurrence: Occurrence,
  { rules }: AlertSettings,
  newId: () => string,
): AlertState {
  const wanted = rules.filter(({ enabled, kinds }) => enabled && kinds.includes(occurrence.kind));
  return wanted.reduce((next, rule) => grouped(next, occurrence, rule, newId), state);
}

/** A message of a rule that says nothing yet, due at once; `atMs` is in milliseconds since the epoch. */
export function newMessage(
  id: string,
  rule: Pick<AlertRule, 'id' | 'channel'>,
  atMs: number,
): AlertMessage {
  const ts = new Date(atMs).toISOString();
  return {
    id,
    ruleId: rule.id,
    channel: rule.channel.kind,
    counts: {},
    over: {},
    calls: [],
    subjects: [],
    firstAt: ts,
    lastAt: ts,
    state: 'waiting',
    attempts: 0,
    dueAt: atMs,
  };
}

function grouped(
  state: AlertState,
  occurrence: Occurrence,
  rule: AlertRule,
  newId: () => string,
): AlertState {
  const open = state.messages.find(
    ({ ruleId, state: at, attempts }) => ruleId === rule.id && at === 'waiting' && attempts === 0,
  );
  const ts = new Date(occurrence.at).toISOString();
  const last = state.lastSent[rule.id];
  const quietUntil = last === undefined ? 0 : last + rule.quietMinutes * minuteMs;
  const message = open ?? {
    ...newMessage(newId(), rule, occurrence.at),
    dueAt: Math.max(occurrence.at, quietUntil),
  };
  const { kind, over, sessionId, subject } = occurrence;
  const tally = over === true ? 'over' : 'counts';
  const added: AlertMessage = {
    ...message,
    [tally]: { ...message[tally], [kind]: (message[tally][kind] ?? 0) + 1 },
    calls: withEntry(message.calls, sessionId),
    subjects: withEntry(message.subjects, subject),
    lastAt: ts,
  };
  const messages =
    open === undefined
      ? [...state.messages, added]
      : state.messages.map((each) => (each === open ? added : each));
  return { ...state, messages };
}

function withEntry(list: readonly string[], entry: string | undefined): readonly string[] {
  if (entry === undefined || list.includes(entry) || list.length >= callsNamed) return list;
  return [...list, entry];
}

/** The messages to send now: of each rule only its oldest, so that no rule piles up messages. */
export function dueMessages(state: AlertState, now: number): readonly AlertMessage[] {
  const waiting = state.messages.filter((message) => message.state === 'waiting');
  const seen = new Set<string>();
  return waiting.filter(({ ruleId, dueAt }) => {
    if (seen.has(ruleId)) return false;
    seen.add(ruleId);
    return dueAt <= now;
  });
}

/** `attempts` and `dueAt` behind one more attempt, which is counted before it is made: a crash leaves it to be tried later. */
export function counted({ attempts }: Pick<AlertMessage, 'attempts'>, now: number) {
  return { attempts: attempts + 1, dueAt: now + (backoffSeconds[attempts] ?? 0) * 1000 };
}

/** Whether nothing is tried after so many attempts. */
export function wasLast(attempts: number): boolean {
  return attempts > backoffSeconds.length;
}

export function withAttempt(state: AlertState, id: string, now: number): AlertState {
  return change(state, id, (message) => ({ ...message, ...counted(message, now) }));
}

/** What an attempt came to; `error` is undefined when the receiver took the message. */
export function withOutcome(
  state: AlertState,
  id: string,
  now: number,
  error: string | undefined,
): AlertState {
  const settledAt = new Date(now).toISOString();
  const next = change(state, id, (message) => {
    if (error === undefined) return { ...without(message, 'error'), state: 'sent', settledAt };
    return {
      ...message,
      error,
      ...(wasLast(message.attempts) ? { state: 'failed' as const, settledAt } : {}),
    };
  });
  const ruleId = state.messages.find((message) => message.id === id)?.ruleId;
  const lastSent =
    error === undefined && ruleId !== undefined
      ? { ...next.lastSent, [ruleId]: now }
      : next.lastSent;
  return { ...next, lastSent, messages: recent(next.messages) };
}

/** Sends a message again that was given up. */
export function withRetry(state: AlertState, id: string, now: number): AlertState {
  return change(state, id, (message) =>
    message.state !== 'failed'
      ? message
      : {
          ...without(without(message, 'settledAt'), 'journalled'),
          state: 'waiting',
          attempts: 1,
          dueAt: now,
        },
  );
}

/** Drops the messages of rules that are gone. */
export function forRules(state: AlertState, { rules }: AlertSettings): AlertState {
  const known = new Set(rules.map(({ id }) => id));
  const messages = state.messages.filter(
    ({ ruleId, state: at }) => at !== 'waiting' || known.has(ruleId),
  );
  return messages.length === state.messages.length ? state : { ...state, messages };
}

export function withJournalled(state: AlertState, id: string): AlertState {
  return change(state, id, (message) => ({ ...message, journalled: true }));
}

function change(
  state: AlertState,
  id: string,
  by: (message: AlertMessage) => AlertMessage,
): AlertState {
  return {
    ...state,
    messages: state.messages.map((message) => (message.id === id ? by(message) : message)),
  };
}

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = value;
  return rest;
}

function recent(messages: readonly AlertMessage[]): readonly AlertMessage[] {
  const settled = messages.filter(({ state }) => state !== 'waiting');
  const dropped = new Set(settled.slice(0, Math.max(0, settled.length - settledKept)));
  return messages.filter((message) => !dropped.has(message));
}
