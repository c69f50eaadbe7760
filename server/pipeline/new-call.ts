import type { Agent } from '../domain/agent.ts';
import type { SessionId } from '../domain/ids.ts';
import { TokenScope } from '../rehydrate/index.ts';
import { PlaceholderBook } from '../tokenize/index.ts';
import { readPlace } from './conversation.ts';
import type { EarlierCall, LiveCall } from './live-calls.ts';

/** A call as it begins. */
export function newCall(agent: Agent, callKey: string, sessionId: SessionId): LiveCall {
  return {
    sessionId,
    agentId: agent.id,
    agentName: agent.name,
    callKey,
    placeholders: new PlaceholderBook(),
    ...emptyMemory(),
    turns: 0,
    hungUp: false,
    ended: false,
    inFlight: 0,
    lastActivityMs: 0,
    leaves: [],
  };
}

/** A call of which only its records are left; its last activity is on the monotonic clock. */
export function resumedCall({ leaves, placeholderCounts, ...earlier }: EarlierCall): LiveCall {
  const conversation = readPlace(earlier.callKey);
  return {
    ...earlier,
    ...(conversation && { conversation, callKey: earlier.sessionId }),
    placeholders: new PlaceholderBook(placeholderCounts),
    ...emptyMemory(),
    hungUp: false,
    inFlight: 0,
    leaves: [...leaves],
  };
}

function emptyMemory() {
  return {
    scope: new TokenScope(),
    known: [],
    knownKeys: new Set<string>(),
    replacements: new Map<string, string>(),
    surrogates: new Set<string>(),
    spread: new Map(),
    journaled: new Set<string>(),
  };
}
