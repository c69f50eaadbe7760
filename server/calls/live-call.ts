import type { Agent } from '../domain/agent.ts';
import type { Finding, KnownValue } from '../domain/detection.ts';
import type { EventDraft } from '../domain/event.ts';
import type { AgentId, SessionId } from '../domain/ids.ts';
import { ownCopy } from '../domain/own-copy.ts';
import { emptyTree, type MerkleTree } from '../journal/index.ts';

import { TokenScope } from '../rehydrate/index.ts';
import { Placeholders } from '../tokenize/index.ts';
import { type ConversationPosition, parsePosition } from './conversation.ts';

/**
 * What the server knows of a call while it lasts. Real values live here, in memory, and nowhere else
 * outside the vault (design D30).
 */
export interface LiveCall {
  readonly sessionId: SessionId;
  readonly agentId: AgentId;
  readonly agentName: string;
  /**
   * HMAC of the platform's call id; the session's id where the call is known by its messages; '' when
   * the request is a call of its own.
   */
  readonly callKey: string;
  /** Where it stands, if it is known by its messages (decision 0059). */
  conversation?: ConversationPosition | undefined;
  placeholders: Placeholders;
  readonly scope: TokenScope;
  /** Values masked so far, in the order they were found (design D5). */
  readonly known: KnownValue[];
  readonly knownKeys: Set<string>;
  /** Replacement by scheme, kid, kind and canonical value. */
  readonly replacements: Map<string, string>;
  /** The replacements that are no tokens but fakes (design D14). */
  readonly surrogates: Set<string>;
  /** Hits of known values in the texts of the last request, by key. */
  knownValueHits: ReadonlyMap<string, KnownValueHits>;
  /** Spans whose events are in the journal: each is journalled once a call. */
  readonly journaled: Set<string>;
  /** Over the call's leaves so far; a call of many thousand events keeps no hash of each. */
  tree: MerkleTree;
  /** True once an append of its events failed: they may be in the journal all the same. */
  appendOutcomeUnknown?: boolean;
  turns: number;
  /** Its `call_started`, until that is handed to the journal with the call's first events. */
  start?: EventDraft | undefined;
  /** Settles when all events handed over for later are durable, or wait to be written again. */
  writing?: Promise<void>;
  /** True once the platform has said that the call is over; requests in flight still finish. */
  hungUp: boolean;
  /** True once `call_ended` is durable. */
  ended: boolean;
  inFlight: number;
  /** On the monotonic clock: one that is set anew ends no call, and keeps none. */
  lastActivityMs: number;
  /** The previous request, for partial dedup (design D8). */
  lastRequest?: LastRequest;
}

/** What was found in a request, for one that repeats it to the byte. */
export interface LastRequest {
  readonly turn: number;
  readonly bodySha256: string;
  readonly policySha256: string;
  /** By text of the request. */
  readonly findings: readonly (readonly Finding[])[];
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
  readonly turns: number;
  /** True when it ended, but was not sealed. */
  readonly ended: boolean;
  /** Since the epoch. */
  readonly lastActivityMs: number;
  readonly tree: MerkleTree;
  /** Highest placeholder number given out, by kind. */
  readonly placeholderCounts: ReadonlyMap<string, number>;
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

/** A call of which only its records are left; its last activity is on the monotonic clock. */
export function resumedCall({ placeholderCounts, ...earlier }: EarlierCall): LiveCall {
  const conversation = parsePosition(earlier.callKey);
  return {
    ...earlier,
    ...(conversation && { conversation, callKey: earlier.sessionId }),
    placeholders: new Placeholders(placeholderCounts),
    ...emptyCallMemory(),
    hungUp: false,
    inFlight: 0,
  };
}

function emptyCallMemory() {
  return {
    scope: new TokenScope(),
    known: [],
    knownKeys: new Set<string>(),
    replacements: new Map<string, string>(),
    surrogates: new Set<string>(),
    knownValueHits: new Map(),
    journaled: new Set<string>(),
  };
}

/** From now on the value is looked for in all texts of the call. */
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
