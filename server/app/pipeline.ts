import { createHmac, type KeyObject } from 'node:crypto';
import { type CurrentSettings, singleProcessSettings } from '../agents/current-settings.ts';
import { createPolicyKeeper, type Policies } from '../agents/policy-store.ts';
import { createCallEndings } from '../calls/call-endings.ts';
import { createCallJournal } from '../calls/call-journal.ts';
import { type CallSessions, createCallSessions } from '../calls/call-sessions.ts';
import { formatPosition } from '../calls/conversation.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { createLiveCalls } from '../calls/live-calls.ts';
import { type Appended, followForeignRecords } from '../calls/replicated/foreign-records.ts';
import { createSharedCalls } from '../calls/replicated/shared-calls.ts';
import type { Agent } from '../domain/agent.ts';
import type { AgentId } from '../domain/ids.ts';
import { createLiveFeed, type LiveFeed } from '../live-view/live-feed.ts';
import { exchangeLiveText } from '../live-view/live-text-exchange.ts';
import { createPayloadKeeper } from '../live-view/payload-keeper.ts';
import { createReplays, type Replays } from '../live-view/replays.ts';
import { createTranscripts } from '../live-view/transcripts.ts';
import { createSearch } from '../pipeline/detection.ts';
import { schemeFor } from '../pipeline/masking.ts';
import { createPlayground, type Playground } from '../pipeline/policy-playground.ts';
import { createTestCall, type RunTestCall } from '../pipeline/test-call.ts';
import { createTurn, type TurnDeps, type UpstreamRoute } from '../pipeline/turn.ts';
import type { RunTurn } from '../pipeline/turn-types.ts';
import type { Agents } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Detector } from '../ports/detector.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal, PolicyTexts } from '../ports/journal.ts';
import type { Keyring } from '../ports/keyring.ts';
import type { LiveTextRelay } from '../ports/live-text-relay.ts';
import type { SharedCallStore } from '../ports/open-calls.ts';
import type { Payloads } from '../ports/payloads.ts';
import type { SessionSummaries } from '../ports/session-summaries.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Vault } from '../ports/vault.ts';
import { type AgentStats, agentStats } from '../projections/agent-stats.ts';
import { resumeCalls } from '../sessions/resume-calls.ts';
import { createSessionRecorder } from '../sessions/session-recorder.ts';
import { tokenReader } from '../tokenize/index.ts';

/** Everything the request path stands on. */
export interface PipelineDeps {
  readonly agents: Agents;
  readonly summaries: SessionSummaries;
  /** Where replicas keep the calls in progress together; without it they are known here alone. */
  readonly sharedCalls?: SharedCallStore | undefined;
  /** Tells of records of all replicas; without it there is none but this one. */
  readonly appended?: Appended | undefined;
  /** Told when a record of whichever replica signs somebody out. */
  readonly onSignOut?: () => void;
  /** Takes words to those who watch at other replicas; without it they stay here. */
  readonly liveTextRelay?: LiveTextRelay | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly journal: Journal;
  readonly keyring: Keyring;
  readonly policies: Policies;
  /** Default: those of one process. */
  readonly settings?: CurrentSettings;
  readonly policyTexts: PolicyTexts;
  readonly payloads: Payloads;
  readonly vault: Vault;
  /** The model of pass `nermodel`; without one the pass falls through. */
  readonly detector?: Detector;
  readonly telemetry?: Telemetry;
  readonly routeOf: (upstreamName: string) => UpstreamRoute | undefined;
  /** Keeps the platform's call ids out of every store. */
  readonly callKey: KeyObject;
  readonly partialDedup: boolean;
  /** Longest time in milliseconds that reply text is held (spec, rule 6). */
  readonly tokenHoldMs: number;
  /** Which tokens a reply may restore (design D16). */
  readonly rehydrationScope: 'call' | 'agent';
  /** Told what could not be written yet and will be tried again: what it was, and why. */
  readonly onDelay: (what: 'events' | 'sessions' | 'ending' | 'words', error: unknown) => void;
  /** Told when the payload of a reply, which was heard by then, could not be kept (design D28). */
  readonly onPayloadLost: (error: unknown) => void;
}

export interface Pipeline {
  readonly runTurn: RunTurn;
  /** For trying agents out. */
  readonly testCall: RunTestCall;
  /** For trying policies out. */
  readonly tryPolicy: Playground;
  /** What a platform tells of its calls beside their turns. */
  readonly sessions: CallSessions;
  /** What was kept of past calls. */
  readonly replays: Replays;
  /** The live calls on both sides (design D30). */
  readonly liveFeed: LiveFeed;
  /** How many calls are in progress. */
  liveCallCount(): number;
  /**
   * Ends the calls that fell silent, tries again what could not be written, and forgets texts that
   * are no longer said; to be called every 15 seconds.
   */
  catchUp(): void;
  /** Takes up what an earlier process left; to be called once, as soon as the journal takes events. */
  resume(): Promise<void>;
  /** Resolves when everything that followed the replies is written down. */
  settle(): Promise<void>;
  statsOf(id: AgentId): Promise<AgentStats>;
}

const dayMs = 24 * 3_600_000;

export function createPipeline(parts: PipelineDeps): Pipeline {
  const { agents, summaries, sharedCalls, clock, ids, keyring, vault, onDelay } = parts;
  const recorder = createSessionRecorder({
    summaries,
    journal: parts.journal,
    onDelay: (error) => onDelay('sessions', error),
  });
  const transcripts = createTranscripts();
  const agentName = async (id: AgentId) => (await agents.get(id))?.name ?? '';
  const foreignRecords =
    parts.appended &&
    followForeignRecords({
      journal: parts.journal,
      appended: parts.appended,
      onRecord: transcripts.fold,
      agentName,
      onSignOut: parts.onSignOut,
      onFailure: (error) => onDelay('sessions', error),
    });
  const liveTextExchange =
    parts.liveTextRelay &&
    exchangeLiveText({
      relay: parts.liveTextRelay,
      transcripts,
      onFailure: (error) => onDelay('words', error),
    });
  /** Keeps what the next process of these files finds the call by. */
  const keepKey = async ({ sessionId, callKey, conversation }: LiveCall): Promise<void> => {
    if (callKey === '' || sharedCalls !== undefined) return;
    const key = conversation === undefined ? callKey : formatPosition(conversation);
    await summaries.keepKey(sessionId, key).catch((error) => onDelay('sessions', error));
  };
  const journal = createCallJournal({
    journal: parts.journal,
    onBegin: keepKey,
    onRecord: (record, call) => {
      recorder.fold(record, call);
      foreignRecords?.own(record);
      transcripts.fold(record, call);
    },
    onDelay: (error) => onDelay('events', error),
  });
  const liveCalls =
    sharedCalls === undefined
      ? createLiveCalls({ ...parts, onMoved: keepKey })
      : createSharedCalls({
          ...parts,
          open: sharedCalls,
          agentName,
          hasPending: journal.hasPending,
          bringSummaryUpToDate: (call) => recorder.catchUp(call.sessionId, call),
          onForgotten: recorder.forget,
        });
  const endings = createCallEndings({
    liveCalls,
    journal,
    clock,
    discard: ({ sessionId }) => parts.payloads.erase([sessionId]),
    onDelay: (error) => onDelay('ending', error),
  });
  const before = parts.journal.head().size;
  const keepPolicy = createPolicyKeeper(parts.policyTexts);
  const model = parts.detector === undefined ? {} : { detector: parts.detector };
  // Spans that one replica has journalled are known to the others by the digests of their texts.
  const digestKey = createHmac('sha256', parts.callKey).update('text-digest').digest('hex');
  const search = createSearch({ ...model, ...(sharedCalls && { digestKey }) });
  const runTurn = createTurn({
    journal,
    transcripts,
    payloads: createPayloadKeeper({ ...parts, onLost: parts.onPayloadLost }),
    liveCalls,
    clock,
    policies: parts.policies,
    settings: parts.settings ?? singleProcessSettings,
    keepPolicy,
    search,
    routeOf: parts.routeOf,
    schemeFor: (agent, active, call) => schemeFor({ vault, keyring, ids }, agent, active, call),
    tokenCheckFor: (agent) => tokenCheckFor(parts, agent),
    seedKey: parts.callKey,
    partialDedup: parts.partialDedup,
    tokenHoldMs: parts.tokenHoldMs,
    onLeft: endings.left,
    ...(parts.telemetry === undefined ? {} : { telemetry: parts.telemetry }),
  });
  const sessions = createCallSessions({
    journal,
    liveCalls,
    clock,
    keepPolicy,
    policies: parts.policies,
    onLeft: endings.left,
    onOver: endings.over,
  });
  return {
    runTurn,
    testCall: createTestCall({ runTurn, clock }),
    tryPolicy: createPlayground(createSearch({ ...model, cachedCharacters: 0 })),
    sessions,
    replays: createReplays(parts),
    liveFeed: createLiveFeed({
      transcripts,
      epoch: Buffer.from(ids.randomBytes(8)).toString('hex'),
      onWatched: liveTextExchange?.watched,
    }),
    liveCallCount: () => liveCalls.count(),
    catchUp: () => {
      journal.flush();
      recorder.flush();
      void endings.endOver();
      search.evictUnused();
    },
    resume: async () => {
      await resumeCalls({
        ...{ agents, summaries, recorder, before },
        journal: parts.journal,
        adopt: liveCalls.adopt,
      });
      await endings.endOver();
    },
    settle: async () => {
      await foreignRecords?.close();
      await liveTextExchange?.close();
      await journal.settle();
      await endings.settle();
      await recorder.settle();
    },
    statsOf: async (id) => {
      const since = (days: number): string => new Date(clock.now() - days * dayMs).toISOString();
      const [day, week] = await Promise.all([
        summaries.totals(id, since(1)),
        summaries.count(id, since(7)),
      ]);
      return agentStats(day, week);
    },
  };
}

function tokenCheckFor(
  { keyring, vault, rehydrationScope }: PipelineDeps,
  agent: Agent,
): ReturnType<TurnDeps['tokenCheckFor']> {
  const { check, resolve } = tokenReader({ keyring, vault, agentId: agent.id });
  return rehydrationScope === 'agent' ? { check, resolve } : { check };
}
