import { createHmac, type KeyObject } from 'node:crypto';
import { type CurrentSettings, singleProcessSettings } from '../agents/current-settings.ts';
import { createOwnNames, spareOwnNames } from '../agents/own-names.ts';
import { createPolicyKeeper, type Policies } from '../agents/policy-store.ts';
import { createCallEndings } from '../calls/call-endings.ts';
import { createCallJournal } from '../calls/call-journal.ts';
import { type CallSessions, createCallSessions } from '../calls/call-sessions.ts';
import { formatTip } from '../calls/conversation.ts';
import type { LiveCall } from '../calls/live-call.ts';
import { createLiveCalls } from '../calls/live-calls.ts';
import { followForeignRecords } from '../calls/replicated/foreign-records.ts';
import { createSharedCalls } from '../calls/replicated/shared-calls.ts';
import type { LanguageModel } from '../detect/index.ts';
import type { Agent } from '../domain/agent.ts';
import type { AgentId, SessionId } from '../domain/ids.ts';
import type { SessionSummary } from '../domain/session.ts';
import { type Clinic, unnamedClinic } from '../domain/settings/clinic.ts';
import { mapInSlices } from '../domain/time-slices.ts';
import { createLiveFeed, type LiveFeed } from '../live-view/live-feed.ts';
import { exchangeLiveText } from '../live-view/live-text-exchange.ts';
import { createPayloadKeeper } from '../live-view/payload-keeper.ts';
import { createReplays, type Replays } from '../live-view/replays.ts';
import { createTranscripts } from '../live-view/transcripts.ts';
import { type CallMemories, createCallMemories } from '../pipeline/call-memories.ts';
import { type CallTexts, createCallTexts } from '../pipeline/call-texts.ts';
import { createSearch } from '../pipeline/detection.ts';
import { createMarkInCall, type MarkInCall } from '../pipeline/mark-in-call.ts';
import { schemeFor } from '../pipeline/masking.ts';
import { createPlayground, type Playground } from '../pipeline/policy-playground.ts';
import { createProcessorBudgets } from '../pipeline/processor-budget.ts';
import { createTestCall, type RunTestCall } from '../pipeline/test-call.ts';
import { createTurn, type TurnDeps } from '../pipeline/turn.ts';
import type { RunTurn } from '../pipeline/turn-types.ts';
import type { Agents } from '../ports/agents.ts';
import type { CallWords } from '../ports/call-words.ts';
import type { Clock } from '../ports/clock.ts';
import type { Detector } from '../ports/detector.ts';
import type { Ids } from '../ports/ids.ts';
import type { Appended, Journal, PolicyTexts } from '../ports/journal.ts';
import type { Keyring } from '../ports/keyring.ts';
import type { LiveTextRelay } from '../ports/live-text-relay.ts';
import type { Marks, Remarks } from '../ports/marks.ts';
import type { SharedCallStore } from '../ports/open-calls.ts';
import type { Payloads } from '../ports/payloads.ts';
import type { Roster } from '../ports/roster.ts';
import type { SessionSummaries } from '../ports/session-summaries.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { UpstreamRoute } from '../ports/upstream.ts';
import type { Vault } from '../ports/vault.ts';
import { type AgentStats, agentStats } from '../projections/agent-stats.ts';
import type { LongestHolds } from '../rehydrate/index.ts';
import { createCurrentRoster } from '../roster/current-roster.ts';
import {
  type CallSearch,
  callIdKey,
  createCallSearch,
  valueKeyUnder,
} from '../sessions/call-search.ts';
import { createPolicyPreview, type PreviewPolicy } from '../sessions/policy-preview.ts';
import { resumeCalls } from '../sessions/resume-calls.ts';
import { createSessionRecorder, currentSummaries } from '../sessions/session-recorder.ts';
import { createSuggest, type Suggest } from '../sessions/suggestions.ts';
import { createWordIndexing, type WordIndexing } from '../sessions/word-indexing.ts';
import type { StoredSetting } from '../settings/stored-setting.ts';
import { type TokenReader, tokenReader } from '../tokenize/index.ts';
import { warmUp } from './warm-up.ts';

/** Everything that the request path needs. */
export interface PipelineDeps {
  readonly agents: Pick<Agents, 'get' | 'list'>;
  readonly summaries: SessionSummaries;
  readonly words: CallWords;
  /** Where replicas share the calls in progress; without it only this process knows them. */
  readonly sharedCalls?: SharedCallStore | undefined;
  /** Reports records of all replicas; without it there is only this one. */
  readonly appended?: Appended | undefined;
  /** Called when a record of any replica signs somebody out. */
  readonly onSignOut?: () => void;
  /** Takes live text to viewers at other replicas; without it the text stays here. */
  readonly liveTextRelay?: LiveTextRelay | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly journal: Journal;
  readonly keyring: Keyring;
  /** Every masking key that is kept. */
  readonly kids: readonly string[];
  readonly policies: Policies;
  /** The settings that say what the clinic is called; without them nobody knows. */
  readonly clinic?: Pick<StoredSetting<Clinic>, 'read'>;
  /** Default: the settings of one process. */
  readonly settings?: CurrentSettings;
  readonly policyTexts: PolicyTexts;
  readonly payloads: Payloads;
  /** Marks in calls; an earlier process may have added some of a call that goes on. */
  readonly marks: Pick<Marks, 'list'>;
  readonly remarks: Pick<Remarks, 'of'>;
  readonly vault: Vault;
  /** The model of pass `nermodel`; without it the pass finds nothing. */
  readonly detector?: Detector | undefined;
  /** Tells languages; without it every text counts as of a covered one. */
  readonly languages?: LanguageModel | undefined;
  /** The people whom the clinic knows; without it nobody is. */
  readonly roster?: Roster | undefined;
  /** The lexicon of the model, which a roster needs. */
  readonly lexicon?: () => Promise<string>;
  readonly telemetry?: Telemetry | undefined;
  readonly routeOf: (upstreamName: string) => UpstreamRoute | undefined;
  /** Whether a business-associate agreement with the provider of an upstream is in force. */
  readonly hasAgreement: (upstreamName: string) => Promise<boolean>;
  /** Keeps the platform's call ids out of every store. */
  readonly callKey: KeyObject;
  readonly partialDedup: boolean;
  /** Longest times in milliseconds that reply text is held (spec, rule 6; design D18). */
  readonly longestHolds: LongestHolds;
  /** Which tokens a reply may restore (design D16). */
  readonly rehydrationScope: 'call' | 'agent';
  /** Called with what could not be written yet, and why; the next `catchUp` tries again. */
  readonly onDelay: (
    what: 'events' | 'sessions' | 'ending' | 'words' | 'index',
    error: unknown,
  ) => void;
  /** Called when the payload of a delivered reply could not be kept (design D28). */
  readonly onPayloadLost: (error: unknown) => void;
}

export interface Pipeline {
  readonly runTurn: RunTurn;
  /** For trying agents out. */
  readonly testCall: RunTestCall;
  /** For trying policies out. */
  readonly tryPolicy: Playground;
  /** For trying functions out. */
  readonly maskAnswer: Playground;
  readonly previewPolicy: PreviewPolicy;
  readonly suggest: Suggest;
  /** Does once what the first callers would wait for, in all passes and stores; until `signal` aborts. Writes nothing. */
  warmUp(signal: AbortSignal): Promise<void>;
  /** Beginnings and endings of calls that a platform announces. */
  readonly sessions: CallSessions;
  readonly markInCall: MarkInCall;
  readonly callTexts: CallTexts;
  /** Kept texts of past calls. */
  readonly replays: Replays;
  /** The live calls on both sides (design D30). */
  readonly liveFeed: LiveFeed;
  /** As people read them. */
  readonly summaries: SessionSummaries;
  readonly callSearch: CallSearch;
  readonly wordIndexing: WordIndexing;
  /** Folds what was just journalled of a call into its summary. */
  refoldSession(call: Pick<SessionSummary, 'id' | 'agentName'>): Promise<void>;
  /** Reads from the settings what the clinic is called, as `catchUp` does. */
  readOwnNames(): Promise<void>;
  /** How many calls are in progress. */
  liveCallCount(): number;
  /** Ends idle calls, tries again what could not be written, and evicts unused texts. Call it every 15 seconds. */
  catchUp(): void;
  /** Continues the calls of an earlier process. Call it once, when the journal accepts events. */
  resume(): Promise<void>;
  /** Resolves when everything that followed the replies is written. */
  settle(): Promise<void>;
  statsOf(id: AgentId): Promise<AgentStats>;
}

const dayMs = 24 * 3_600_000;
const nobodysSession: SessionId = 'sess_00000000000000000000000000';
/** How many marks of a call a restart takes up again. */
const maxMarksOfCall = 1_000;

export function createPipeline(given: PipelineDeps): Pipeline {
  const ownNames = createOwnNames(given.clinic ?? { read: async () => unnamedClinic });
  const spare = spareOwnNames(ownNames.current);
  const policies: Policies = { ...given.policies, of: (agent) => spare(given.policies.of(agent)) };
  const deps = { ...given, policies };
  const { agents, summaries, clock, ids, detector, languages } = deps;
  const views = wireViews(deps);
  const { recorder, transcripts, liveTextExchange, foreignRecords } = views;
  const memories = createCallMemories();
  const calls = wireCalls(deps, views, memories);
  const { journal, liveCalls, endings } = calls;
  const before = deps.journal.head().size;
  const { search, roster, runTurn, keepPolicy, callTexts } = wireTurn(deps, calls, views, memories);
  const markInCall = createMarkInCall({ ...deps, liveCalls });
  const searchOnce = createSearch({ detector, languages, cachedCharacters: 0 });
  const sparingly =
    (run: Playground): Playground =>
    (active, text) =>
      run(spare(active), text);
  const tryPolicy = sparingly(createPlayground(searchOnce));
  const replays = createReplays(deps);
  const turnsOf = async (id: SessionId) => (await replays.of(id)).turns;
  const readSummaries = currentSummaries(summaries, recorder);
  const wordIndexing = createWordIndexing({
    words: deps.words,
    writeSummaries: recorder.writeDue,
    textsOf: replays.of,
    remarks: deps.remarks,
    onFailure: (error) => deps.onDelay('index', error),
  });
  return {
    runTurn,
    testCall: createTestCall({
      runTurn,
      clock,
      journal: deps.journal,
      routeOf: deps.routeOf,
    }),
    tryPolicy,
    maskAnswer: sparingly(createPlayground(searchOnce, roster)),
    previewPolicy: createPolicyPreview({
      ...deps,
      summaries: readSummaries,
      turnsOf,
      tryText: tryPolicy,
    }),
    suggest: createSuggest({ ...deps, turnsOf, tryText: tryPolicy }),
    warmUp: async (signal) => {
      await Promise.all([
        ownNames.refresh(),
        warmUp(tryPolicy, deps.policies.current(), signal),
        roster?.current(),
        deps.vault.find([]),
        deps.journal.read({ limit: 1 }),
        deps.payloads.read(nobodysSession),
        summaries.list({ limit: 1 }),
      ]);
    },
    sessions: createCallSessions({
      journal,
      liveCalls,
      clock,
      keepPolicy,
      policies: deps.policies,
      onLeft: endings.left,
      onOver: endings.over,
    }),
    markInCall,
    callTexts,
    replays,
    liveFeed: createLiveFeed({
      transcripts,
      epoch: Buffer.from(ids.randomBytes(8)).toString('hex'),
      onWatched: liveTextExchange?.watched,
    }),
    summaries: readSummaries,
    callSearch: createCallSearch(deps),
    wordIndexing,
    refoldSession: ({ id, agentName }) => recorder.catchUp(id, { agentName }),
    readOwnNames: ownNames.refresh,
    liveCallCount: () => liveCalls.count(),
    catchUp: () => {
      journal.flush();
      recorder.flush();
      void endings.endOver();
      search.evictUnused();
      memories.evictUnused();
      wordIndexing.work();
      void ownNames.refresh();
    },
    resume: async () => {
      await resumeCalls({
        agents,
        summaries,
        recorder,
        clock,
        before,
        replicated: deps.sharedCalls !== undefined,
        searchKeysOf: deps.kids.map((kid) => valueKeyUnder(deps.keyring, kid)),
        journal: deps.journal,
        adopt: async (earlier) => {
          await liveCalls.adopt(earlier);
          const { sessionId } = earlier;
          const marks = await deps.marks.list({ sessionId, limit: maxMarksOfCall });
          // What the service suggests is no mistake before somebody says so.
          const ofPeople = marks.filter(({ suggestion }) => suggestion === undefined);
          for (const mark of ofPeople.toReversed()) await markInCall(mark);
        },
      });
      await endings.endOver();
    },
    settle: async () => {
      await wordIndexing.settle();
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
        summaries.count({ agentId: id, since: since(7) }),
      ]);
      return agentStats(day, week);
    },
  };
}

/** Session summaries and transcripts, and how they follow other replicas. */
function wireViews({ summaries, journal, agents, appended, liveTextRelay, ...deps }: PipelineDeps) {
  const onDelay = (error: unknown): void => deps.onDelay('sessions', error);
  const recorder = createSessionRecorder({ summaries, journal, onDelay });
  const transcripts = createTranscripts();
  const agentName = async (id: AgentId) => (await agents.get(id))?.name ?? '';
  const foreignRecords =
    appended &&
    followForeignRecords({
      journal,
      appended,
      agentName,
      onRecord: transcripts.fold,
      onSignOut: deps.onSignOut,
      onFailure: onDelay,
    });
  const liveTextExchange =
    liveTextRelay &&
    exchangeLiveText({
      relay: liveTextRelay,
      transcripts,
      onFailure: (error) => deps.onDelay('words', error),
    });
  return { recorder, transcripts, agentName, foreignRecords, liveTextExchange };
}

/** The calls in progress, their journal and their endings. */
function wireCalls(
  deps: PipelineDeps,
  views: ReturnType<typeof wireViews>,
  memories: CallMemories,
) {
  const { summaries, sharedCalls, clock, onDelay } = deps;
  const { recorder, transcripts, agentName, foreignRecords } = views;
  /** Keeps the key by which the next process finds the call. */
  const keepKey = async ({ sessionId, callKey, tip }: LiveCall): Promise<void> => {
    if (callKey !== '' && tip === undefined)
      recorder.addSearchKeys(sessionId, [{ key: callIdKey(callKey), placeholder: '' }]);
    if (callKey === '' || sharedCalls !== undefined) return;
    const key = tip === undefined ? callKey : formatTip(tip);
    await summaries.keepKey(sessionId, key).catch((error) => onDelay('sessions', error));
  };
  const journal = createCallJournal({
    journal: deps.journal,
    onBegin: keepKey,
    onRecord: (record, call) => {
      recorder.fold(record, call);
      foreignRecords?.own(record);
      transcripts.fold(record, call);
      if (record.kind === 'call_ended') memories.forget(call);
    },
    onDelay: (error) => onDelay('events', error),
  });
  const liveCalls =
    sharedCalls === undefined
      ? createLiveCalls({ ...deps, onMoved: keepKey })
      : createSharedCalls({
          ...deps,
          open: sharedCalls,
          agentName,
          isWritten: journal.isWritten,
          bringSummaryUpToDate: (call) => recorder.catchUp(call.sessionId, call),
          onForgotten: recorder.forget,
        });
  const endings = createCallEndings({
    liveCalls,
    journal,
    clock,
    discard: ({ sessionId }) => deps.payloads.erase([sessionId]),
    onDelay: (error) => onDelay('ending', error),
  });
  return { journal, liveCalls, endings };
}

function wireTurn(
  deps: PipelineDeps,
  { journal, liveCalls, endings }: ReturnType<typeof wireCalls>,
  { transcripts, recorder }: ReturnType<typeof wireViews>,
  memories: CallMemories,
) {
  const keepPolicy = createPolicyKeeper(deps.policyTexts);
  // Replicas know journalled spans of each other by the digests of their texts.
  const digestKey = createHmac('sha256', deps.callKey).update('text-digest').digest('hex');
  const search = createSearch({ ...deps, ...(deps.sharedCalls && { digestKey }) });
  const { lexicon = async () => '' } = deps;
  const roster = deps.roster && createCurrentRoster({ ...deps, roster: deps.roster, lexicon });
  const beginWork = createProcessorBudgets(deps.clock);
  const turnDeps: TurnDeps = {
    ...deps,
    journal,
    liveCalls,
    transcripts,
    keepPolicy,
    search,
    memories,
    beginWork,
    roster,
    payloads: createPayloadKeeper({ ...deps, onLost: deps.onPayloadLost }),
    settings: deps.settings ?? singleProcessSettings,
    schemeFor: (agent, active, call) => schemeFor(deps, agent, active, call),
    tokenCheckFor: (agent, call) => tokenCheckFor(deps, agent, call),
    noteValues: async ({ sessionId }, kid, values) => {
      if (values.length === 0) return;
      const keyOf = valueKeyUnder(deps.keyring, kid);
      const keys = await mapInSlices(values, ({ placeholder = '', ...value }) => ({
        key: keyOf(value),
        placeholder,
      }));
      recorder.addSearchKeys(sessionId, keys);
    },
    seedKey: deps.callKey,
    onLeft: endings.left,
  };
  const callTexts = createCallTexts({
    ...turnDeps,
    agents: deps.agents,
    tokensOf: ({ id, agentId }) =>
      tokensOfCall(deps, currentSummaries(deps.summaries, recorder), { sessionId: id, agentId }),
  });
  return { keepPolicy, search, roster, runTurn: createTurn(turnDeps), callTexts };
}

function tokenCheckFor(
  deps: PipelineDeps,
  agent: Agent,
  { sessionId, isResumed, tip }: LiveCall,
): ReturnType<TurnDeps['tokenCheckFor']> {
  const reader = tokenReader({ ...deps, agentId: agent.id });
  if (deps.rehydrationScope === 'agent') return reader;
  // A request that names no call brings all that its reply may restore (decision 0208).
  if (isResumed !== true || tip !== undefined) return { check: reader.check };
  return tokensOfCall(deps, deps.summaries, { sessionId, agentId: agent.id });
}

/** Opens tokens of one call alone. */
function tokensOfCall(
  deps: PipelineDeps,
  summaries: Pick<SessionSummaries, 'list'>,
  { sessionId, agentId }: { readonly sessionId: SessionId; readonly agentId: AgentId },
): TokenReader {
  const { check, resolve } = tokenReader({ ...deps, agentId });
  const { keysOfValue } = createCallSearch(deps);
  return {
    check,
    // A call is kept with the keys of the values that it masked: they tell its tokens from those of others.
    resolve: async (token) => {
      const found = await resolve(token);
      if (!found.ok) return found;
      const searchKeys = keysOfValue(found.surface, [token.kind]);
      const [own] = await summaries.list({ searchKeys, idPrefix: sessionId, limit: 1 });
      return own === undefined ? { ok: false, reason: 'out_of_scope' } : found;
    },
  };
}
