import type { Agent } from '../domain/agent.ts';
import type { Finding, KnownValue } from '../domain/detection.ts';
import type { EventDraft } from '../domain/event.ts';
import type { AgentId, SessionId } from '../domain/ids.ts';
import { ownCopy } from '../domain/own-copy.ts';
import { emptyTree, type MerkleTree } from '../journal/index.ts';

import { TokenScope } from '../rehydrate/index.ts';
import type { RosterMemory } from '../roster/roster-memory.ts';
import { type EarlierPlaceholder, Placeholders } from '../tokenize/index.ts';
import { parseTip } from './conversation.ts';
import { type CountingCall, markCounted } from './counted-values.ts';
import type { FunctionExchange } from './function-exchanges.ts';

/**
 * What the server knows of a call while it lasts. Real values live here, in memory, and nowhere else
 * outside the vault (design D30).
 */
export interface LiveCall extends RosterMemory, CountingCall {
  readonly sessionId: SessionId;
  readonly agentId: AgentId;
  readonly agentName: string;
  /**
   * HMAC of the platform's call id; the session's id where the call is known by its messages; '' when
   * the request is a call of its own.
   */
  readonly callKey: string;
  /** Names the credential of its turns; undefined before the first, and for a test call (decision 0145). */
  credential?: string | undefined;
  /** Names the messages of its last request, if it is known by these (decision 0146). */
  tip?: string | undefined;
  /** True of one that began in an earlier process: it may have minted tokens that are not in its scope. */
  readonly isResumed?: boolean;
  placeholders: Placeholders;
  readonly scope: TokenScope;
  /** Values masked so far, in the order they were found (design D5). */
  readonly known: KnownValue[];
  readonly knownKeys: Set<string>;
  /** Values that people marked as not private (decision 0084). */
  notPrivate: readonly Pick<KnownValue, 'kind' | 'canonical'>[];
  /** Replacement by scheme, kid, kind and canonical value. */
  readonly replacements: Map<string, string>;
  /** Replacements that are fakes instead of tokens (design D14). */
  readonly surrogates: Set<string>;
  /** Hits of known values in the texts of the last request, by key. */
  knownValueHits: ReadonlyMap<string, KnownValueHits>;
  /** Keys of spans whose events are in the journal: a call journals each once. */
  readonly journaledSpans: Set<string>;
  /** What its functions were asked and answered. No store keeps it. */
  exchanges: readonly FunctionExchange[];
  /** Over the call's leaves so far; it does not keep the hash of each. */
  tree: MerkleTree;
  /** True once an append of its events failed: the journal may hold them nevertheless. */
  appendOutcomeUnknown?: boolean;
  turns: number;
  /** Its `call_started`, until the call's first events are appended. */
  start?: EventDraft | undefined;
  /** Settles when all events of `appendLater` are part of an append, or wait for the next one. */
  writing?: Promise<void>;
  /** True once the platform has said that the call is over; requests in flight still finish. */
  hungUp: boolean;
  /** True once `call_ended` is durable. */
  ended: boolean;
  inFlight: number;
  /** On the monotonic clock: a change of the system clock neither ends nor keeps a call. */
  lastActivityMs: number;
  /** The previous request, for partial dedup (design D8). */
  lastRequest?: LastRequest;
}

/** The findings of a request, for a request that repeats it to the byte. */
export interface LastRequest {
  readonly turn: number;
  readonly bodySha256: string;
  /** By text of the request; `inClear` is of kinds that the policy does not look for. */
  readonly results: readonly {
    /** Names the text and all that decided what was found in it. */
    readonly key: string;
    readonly findings: readonly Finding[];
    readonly inClear: readonly Finding[];
  }[];
}

/** Where the values `known[0, upTo)` stand in one text. */
export interface KnownValueHits {
  readonly upTo: number;
  readonly findings: readonly Finding[];
}

/** What is known of a call that began before this process did. */
export interface EarlierCall {
  readonly sessionId: SessionId;
  readonly agentId: AgentId;
  readonly agentName: string;
  readonly callKey: string;
  readonly credential?: string | undefined;
  readonly turns: number;
  /** True when it ended, but was not sealed. */
  readonly ended: boolean;
  /** Since the epoch. */
  readonly lastActivityMs: number;
  readonly tree: MerkleTree;
  /** Highest placeholder number given out, by kind. */
  readonly placeholderCounts: ReadonlyMap<string, number>;
  /** Keys of values that are counted already. */
  readonly countedKeys?: readonly string[];
  /** Knows the placeholder of each value that was kept with one. */
  readonly earlierPlaceholder?: EarlierPlaceholder;
}

/** A call as it begins. */
export function newCall(agent: Agent, callKey: string, sessionId: SessionId): LiveCall {
  return {
    sessionId,
    agentId: agent.id,
    agentName: agent.name,
    callKey,
    placeholders: new Placeholders(),
    ...emptyCallMemory(),
    turns: 0,
    hungUp: false,
    ended: false,
    inFlight: 0,
    lastActivityMs: 0,
    tree: emptyTree,
  };
}

/** A call restored from its records; its last activity is on the monotonic clock. */
export function resumedCall(of: EarlierCall): LiveCall {
  const { placeholderCounts, countedKeys = [], earlierPlaceholder, ...earlier } = of;
  const tip = parseTip(earlier.callKey);
  const call: LiveCall = {
    ...earlier,
    ...(tip !== undefined && { tip, callKey: earlier.sessionId }),
    isResumed: true,
    placeholders: new Placeholders(placeholderCounts, earlierPlaceholder),
    ...emptyCallMemory(),
    hungUp: false,
    inFlight: 0,
  };
  markCounted(call, countedKeys);
  return call;
}

function emptyCallMemory() {
  return {
    scope: new TokenScope(),
    known: [],
    knownKeys: new Set<string>(),
    notPrivate: [],
    replacements: new Map<string, string>(),
    surrogates: new Set<string>(),
    knownValueHits: new Map(),
    journaledSpans: new Set<string>(),
    exchanges: [],
    counted: new Map<string, number>(),
  };
}

/** Copies what a call knows about its values, so that masking with the copy leaves the call as it is. */
export function copyMemory(call: LiveCall, copy: LiveCall): void {
  const { known, knownKeys, notPrivate, replacements, surrogates, placeholders, roster } = call;
  copy.known.splice(0, copy.known.length, ...known);
  for (const key of knownKeys) copy.knownKeys.add(key);
  for (const [key, text] of replacements) copy.replacements.set(key, text);
  for (const text of surrogates) copy.surrogates.add(text);
  copy.notPrivate = notPrivate;
  copy.placeholders = placeholders.copy();
  if (roster !== undefined) copy.roster = { ...roster, shown: new Set(roster.shown) };
}

/** Adds a value to those that are searched for in all texts of the call. */
export function rememberValue(
  call: Pick<LiveCall, 'known' | 'knownKeys'>,
  value: KnownValue,
): void {
  const key = `${value.kind}\0${value.canonical}`;
  if (call.knownKeys.has(key)) return;
  call.knownKeys.add(key);
  const { kind, canonical, surface } = value;
  call.known.push({ kind, canonical: ownCopy(canonical), surface: ownCopy(surface) });
}

/** Whose call it is. */
export type CallIdentity = Pick<LiveCall, 'sessionId' | 'agentId' | 'agentName'>;
