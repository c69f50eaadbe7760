import { hash, type KeyObject } from 'node:crypto';
import type { CurrentSettings } from '../agents/current-settings.ts';
import type { KeepPolicy, Policies } from '../agents/policy-store.ts';
import { callStart, draftMaker } from '../calls/call-events.ts';
import { claimValues, markCounted, releaseValues } from '../calls/counted-values.ts';
import { withExchanges } from '../calls/function-exchanges.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { CallRequest, LiveCalls } from '../calls/live-calls.ts';
import { privateValues } from '../calls/marked-values.ts';
import { type LanguageModel, supportedKinds } from '../detect/index.ts';
import type { Agent } from '../domain/agent.ts';
import { type ChatRequest, namesOfOffered } from '../domain/chat.ts';
import { dottedPath, Fault, type Problem } from '../domain/fault.ts';
import { isContainer } from '../domain/json-limits.ts';
import type { Journaled, OutboundChat } from '../domain/masked.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import { runInSlices, type Work, workOf } from '../domain/time-slices.ts';
import { type OpenRequest, openRequest } from '../ingress/open-request.ts';
import type { FixedField } from '../ingress/outbound-fields.ts';
import { journaled } from '../journal/index.ts';
import { type LeakReport, type ScanContext, scanEgress, scanPolicy } from '../leak-scan/index.ts';
import type { PayloadKeeper } from '../live-view/payload-keeper.ts';
import type { ReplyTexts } from '../live-view/reply-texts.ts';
import type { Transcripts } from '../live-view/transcript-types.ts';
import type { UpstreamReply, UpstreamRoute } from '../ports/upstream.ts';
import {
  type LongestHolds,
  type ObserverOfReply,
  type RestoreContext,
  TokenScope,
} from '../rehydrate/index.ts';
import type { CurrentRoster } from '../roster/current-roster.ts';
import type { Scheme } from '../tokenize/index.ts';
import type { MaskedRequest } from '../tokenize/masked-request.ts';
import type { CallMemories, CallMemory } from './call-memories.ts';
import type { Search, SearchResult } from './detection.ts';
import { spokenFailure } from './failure-message.ts';
import {
  type FailedTurn,
  type FallbackDeps,
  fallBack,
  type LocalTurn,
  localTurn,
} from './fallback.ts';
import { maskRequest, tooManyTexts } from './masking.ts';
import type { IsOwnToken } from './own-tokens.ts';
import type { BeginWork } from './processor-budget.ts';
import { knownInCall } from './propagate-known-values.ts';
import { relayReply } from './relay-reply.ts';
import { countedAs, requestEvents, scanEvent } from './request-events.ts';
import { ResponseRecord, type ResponseRecordDeps } from './response-record.ts';
import { callerNumberOf } from './roster-findings.ts';
import type { RunTurn, TurnInput, TurnReply } from './turn-types.ts';

export interface TurnDeps extends ResponseRecordDeps, FallbackDeps {
  readonly liveCalls: LiveCalls;
  readonly search: Search;
  readonly memories: CallMemories;
  readonly beginWork: BeginWork;
  /** The people whom the clinic knows; absent where nothing keeps them. */
  readonly roster?: CurrentRoster | undefined;
  readonly transcripts: Transcripts;
  readonly payloads: PayloadKeeper;
  readonly policies: Policies;
  readonly settings: CurrentSettings;
  readonly keepPolicy: KeepPolicy;
  readonly schemeFor: (agent: Agent, active: ActivePolicy, call: LiveCall) => Scheme;
  /** Recognizes this agent's tokens, and restores those that a call minted before this process (design D16). */
  readonly tokenCheckFor: (
    agent: Agent,
    call: LiveCall,
  ) => Omit<RestoreContext, 'scope'> & Required<Pick<RestoreContext, 'check'>>;
  /** Which tokens a reply may restore (design D16). */
  readonly rehydrationScope: 'call' | 'agent';
  /** Keeps by which values a call can be found; they are written later (decision 0108). */
  readonly noteValues: (
    call: LiveCall,
    kid: string,
    values: MaskedRequest['newValues'],
  ) => Promise<void>;
  /** Derives the seeds that go upstream (design D4). */
  readonly seedKey: KeyObject;
  /** Design D8. */
  readonly partialDedup: boolean;
  /** Longest silences, in milliseconds, during which text of a reply is held (design D18). */
  readonly longestHolds: LongestHolds;
  /** Tells the language of a caller. */
  readonly languages?: LanguageModel | undefined;
}

/** What stays the same during one request. */
interface Turn {
  readonly input: TurnInput;
  readonly route: UpstreamRoute;
  /** In force when the request arrived; used until its end (spec, policy reload). */
  readonly active: ActivePolicy;
  readonly request: CallRequest;
  readonly call: LiveCall;
  /** What its reply may restore: its own tokens and, where it names its call, those of the call as it entered it. */
  readonly scope: TokenScope;
  readonly number: number;
  readonly open: OpenRequest;
  /** Reading and masking: it ends when the caller hangs up. What others wait for too is no part of it. */
  readonly masking: Work;
  /** What the turn before it found. */
  readonly earlier: CallMemory | undefined;
}

/**
 * The one path of a request: ingress → normalize → detect → tokenize → leak-scan → journal →
 * upstream → rehydrate → egress. Any failure before the upstream refuses the request: only a masked,
 * scanned and journalled body is sent.
 */
export function createTurn(deps: TurnDeps): RunTurn {
  const runTurn = turnOf(deps);
  return (incoming) => workOf({ sender: senderOf(incoming) }, () => runTurn(incoming));
}

/** Who sends a request: each credential of an agent is a sender of its own. */
function senderOf({ agent, credential = '' }: TurnInput): string {
  return `${agent.id}\0${credential}`;
}

/** The current agent, as this request uses it. */
function agentOf({ upstream }: TurnInput, current: Agent): Agent {
  return upstream === undefined ? current : { ...current, upstream };
}

function turnOf(deps: TurnDeps): RunTurn {
  return async (incoming) => {
    const begun = await deps.settings.withCurrentSettings(incoming.agent, (agent, settings) =>
      beginTurn(deps, { ...incoming, agent: agentOf(incoming, agent) }, settings),
    );
    const record = new ResponseRecord(deps, begun.request, begun.input);
    try {
      const turn = begun.call.exchanges.length === 0 ? begun : await recallExchanges(deps, begun);
      const { input } = turn;
      await deps.keepPolicy(turn.active);
      const reader = deps.tokenCheckFor(input.agent, turn.call);
      // The masked body repeats the tokens of its call: tokens that the call minted need no HMAC.
      const isOwnToken: IsOwnToken = (token) =>
        turn.call.scope.has(token) || reader.check(token) === undefined;
      const [search, roster] = await Promise.all([
        workOf(turn.masking, () => searchTexts(deps, turn)),
        input.skipsRoster ? undefined : deps.roster?.current(),
      ]);
      record.stagePassed('detect');
      const mask = async () => {
        const made = await maskRequest({
          ...turn,
          search,
          roster,
          callerNumber: callerNumberOf(input.request),
          scheme: deps.schemeFor(input.agent, turn.active, turn.call),
          // Only this service writes tokens: what a caller writes of their form is no reason to restore a value.
          isOwnToken: deps.rehydrationScope === 'call' ? () => false : isOwnToken,
          upstream: input.agent.upstream,
          model: turn.route.model,
          write: turn.route.write,
        });
        const spans = made.parts.flatMap((part) => part.spans);
        claimValues(turn.call, turn.number, spans.map(countedAs));
        return made;
      };
      const masked = await deps.liveCalls.remember(turn.call, () => workOf(turn.masking, mask));
      record.stagePassed('tokenize');
      await deps.noteValues(turn.call, turn.active.policy.kid, masked.newValues);
      const context = scanContext(turn, isOwnToken);
      const scan = await workOf(turn.masking, () =>
        scanOutbound(deps, turn, { masked, search, context }),
      );
      record.stagePassed('leak_scan');
      const { outbound, local } = await journalRequest(deps, turn, {
        masked,
        search,
        scan,
        refusal: () => blockedFault(turn.open, context),
      });
      if (local !== undefined) record.sentTo(local.upstream);
      const replyTexts = deps.transcripts.reply(turn.call, turn.number);
      // A reply to what the scan blocked may repeat an unmasked value.
      const isKept = scan.verdict !== 'blocked';
      record.forwarded(() => (isKept ? deps.payloads.reply(turn, replyTexts) : undefined));
      input.onForward?.(turn.call.sessionId, outbound, turn.number, masked.parts);
      return await answer(deps, {
        ...turn,
        ...(local && { route: local.route }),
        outbound,
        masked,
        scan: context,
        record,
        replyTexts,
        offered: isKept ? namesOfOffered(input.request) : new Set(),
        restoration: {
          scope: turn.scope,
          isKind: isKindUnder(turn.active),
          isJson: asksForJson(input.request),
          ...reader,
        },
      });
    } catch (error) {
      uncount(deps, begun);
      record.refused(error, begun.input.signal);
      throw error;
    }
  };
}

/** Leaves the values that a refused turn was to count to the next one, unless its record counts them. */
function uncount({ liveCalls }: TurnDeps, { call, number }: Turn): void {
  if (!releaseValues(call, number)) return;
  // Where another replica cannot learn of it, the store fails, and so the journal counts too few.
  const release = (saved: LiveCall) => void releaseValues(saved, number);
  liveCalls.change(call.sessionId, release).catch(() => undefined);
}

/** The kinds that masking may have written into a token. */
function isKindUnder({ policy }: ActivePolicy): (kind: string) => boolean {
  return (kind) => policy.entities.has(kind) || supportedKinds.has(kind);
}

function asksForJson({ response_format: format }: ChatRequest): boolean {
  const type = isContainer(format) && 'type' in format ? format.type : undefined;
  return type === 'json_object' || type === 'json_schema';
}

interface SentTurn extends FailedTurn {
  readonly open: OpenRequest;
  readonly outbound: Journaled<OutboundChat>;
  readonly replyTexts: ReplyTexts;
  /** Names of functions that may be shown. */
  readonly offered: ReadonlySet<string>;
  readonly restoration: RestoreContext;
}

type Relay = (reply: UpstreamReply) => Promise<TurnReply>;

/** The restored reply, or the agent's sentence where no provider gives one (decision 0172). */
async function answer(deps: TurnDeps, turn: SentTurn): Promise<TurnReply> {
  const { input, record, replyTexts, restoration } = turn;
  const relay: Relay = (reply) =>
    relayReply({
      reply,
      record,
      restoration,
      signal: input.signal,
      stream: turn.open.stream,
      watch: watchOf(turn),
      isEmpty: () => replyTexts.isEmpty,
      clock: deps.clock,
      longestHolds: deps.longestHolds,
    });
  try {
    return await askProviders(deps, turn, relay);
  } catch (error) {
    const spoken = replyTexts.isEmpty ? spokenFailure(input, error, deps.languages) : undefined;
    if (spoken === undefined) throw error;
    record.failureSpoken(spoken);
    return relay(spoken.reply);
  }
}

/** The reply of the first provider, or of the second one if the first gives none (decision 0109). */
async function askProviders(deps: TurnDeps, turn: SentTurn, relay: Relay): Promise<TurnReply> {
  const { route, input, replyTexts, outbound } = turn;
  const { signal } = input;
  if (route.fallback === undefined) return relay(await route.upstream.complete(outbound, signal));
  const sentUs = deps.clock.monotonicUs();
  try {
    return await relay(
      await route.upstream.complete(outbound, signal, { spentMs: 0, isFirst: true }),
    );
  } catch (error) {
    if (!replyTexts.isEmpty) throw error;
    const second = await fallBack(deps, turn, { error, sentUs });
    const spentMs = (deps.clock.monotonicUs() - sentUs) / 1_000;
    const attempt = { spentMs, isFirst: false };
    return relay(await second.upstream.complete(second.outbound, signal, attempt));
  }
}

/** Shows the reply to viewers, and its tokens to who asked for it. */
function watchOf({ input: { onToken }, replyTexts, offered }: SentTurn): ObserverOfReply {
  return (choice, channel, called = '') => {
    // A name that the request does not offer may hold a value.
    const name = offered.has(called) ? called : undefined;
    const { received, forwarded } = replyTexts.watch(choice, channel, name);
    if (onToken === undefined) return { received, forwarded };
    return {
      received,
      forwarded: (text, token) => {
        forwarded(text, token);
        if (token === undefined) return;
        // Only a token of this call has a placeholder.
        const isOwnValue = token.restored && token.placeholder !== undefined;
        onToken({ channel, kind: token.kind, isOwnValue });
      },
    };
  };
}

async function beginTurn(deps: TurnDeps, input: TurnInput, settings: number): Promise<Turn> {
  const { agent, externalCallId, credential } = input;
  const route = deps.routeOf(agent.upstream);
  if (route === undefined)
    throw new Fault('unknown_upstream', 'the upstream of this agent is not configured');
  const active = deps.policies.of(agent);
  const masking = deps.beginWork(senderOf(input), input.signal);
  const opening = () => openRequest(input.request, agent.tokenGuidance, deps.seedKey);
  const open = await workOf(masking, opening);
  const request = await deps.liveCalls.enter(agent, externalCallId, {
    start: (fresh) => callStart(fresh, deps.clock.now(), agent, active),
    turns: 1,
    settings,
    credential,
    messages: input.request.messages,
  });
  const { call, turn: number } = request;
  const scope = call.tip === undefined ? call.scope.snapshot() : new TokenScope();
  const earlier = number === 0 ? undefined : deps.memories.recall(call);
  return { input, route, active, request, call, scope, number, open, masking, earlier };
}

/** The turn with what functions answered earlier in its call: no platform sends that again. */
async function recallExchanges({ seedKey }: TurnDeps, turn: Turn): Promise<Turn> {
  const { call, input, masking } = turn;
  const request = withExchanges(call.exchanges, input.request);
  const { tokenGuidance } = input.agent;
  const open = await workOf(masking, () => openRequest(request, tokenGuidance, seedKey));
  return { ...turn, input: { ...input, request }, open };
}

/** The findings, and where in the messages detection ran for this request. */
interface TurnSearch extends SearchResult {
  /** Index of the first message after the last reply; past the last message where detection was skipped. */
  readonly sayingFrom: number;
}

/** A body that repeats the previous one of its call to the byte keeps its detections (design D8). */
async function searchTexts(deps: TurnDeps, turn: Turn): Promise<TurnSearch> {
  const { input, call, active, open, route } = turn;
  const earlier = turn.earlier?.search;
  const skipModel = input.skipsModelPass ?? route.skipsModelPass;
  const { messages } = input.request;
  const known = knownInCall(call);
  // The tokens of an agent are no values, wherever a caller writes them.
  const onFound = deps.rehydrationScope === 'call' ? tooManyTexts(open.slots, call) : undefined;
  const sayingFrom = messages.findLastIndex(({ role }) => role === 'assistant') + 1;
  if (!deps.partialDedup)
    return {
      ...(await deps.search(active, open.slots, { skipModel, known, earlier, onFound })),
      sayingFrom,
    };
  const bodySha256 = hash('sha256', input.rawBody);
  const last = call.lastRequest?.bodySha256 === bodySha256 ? call.lastRequest : undefined;
  const search = await deps.search(active, open.slots, {
    skipModel,
    known,
    earlier,
    onFound,
    ...(last && { found: last.results }),
  });
  const results = search.texts.map(({ key, alone, inClear }) => ({
    key,
    findings: alone,
    inClear,
  }));
  // The same bytes may be searched in another way: in another protocol, or under another policy or model.
  const repeats =
    last !== undefined && results.every(({ key }, at) => last.results[at]?.key === key);
  // Findings alone do not say that a text is of another language.
  const isKept = search.texts.every(({ language }) => language === undefined);
  if (!repeats && isKept) call.lastRequest = { turn: turn.number, bodySha256, results };
  return { ...search, sayingFrom: repeats ? messages.length : sayingFrom };
}

/** What the scan of the outbound bytes needs to know (design D33). */
function scanContext({ call, active }: Turn, isOwnToken: IsOwnToken): ScanContext {
  const { surrogates } = call;
  return { ...scanPolicy(active.policy), values: privateValues(call), isOwnToken, surrogates };
}

/**
 * Scans what the call's last body did not say, and remembers this turn for the next one. A first turn remembers
 * nothing: most have no second one.
 */
async function scanOutbound(
  { memories }: TurnDeps,
  { call, number, earlier }: Turn,
  {
    masked: { outbound },
    search,
    context,
  }: Pick<ScannedRequest, 'masked' | 'search'> & { readonly context: ScanContext },
): Promise<LeakReport> {
  if (number === 0) return runInSlices(scanEgress(outbound.body, context));
  const before = earlier?.cleanBody;
  const { clean, ...report } = await runInSlices(
    scanEgress(outbound.body, { ...context, before, remembers: true }),
  );
  memories.keep(call, { search: search.memory, cleanBody: clean }, outbound.body.length);
  return report;
}

/** The results of the earlier stages. */
interface ScannedRequest {
  readonly masked: MaskedRequest;
  readonly search: TurnSearch;
  readonly scan: LeakReport;
  /** The fault of a request that the scan blocks. */
  readonly refusal: () => Promise<Fault>;
}

interface JournaledRequest {
  readonly outbound: Journaled<OutboundChat>;
  /** Where the request goes because it was refused for any other model. */
  readonly local: LocalTurn | undefined;
}

/**
 * Makes every event of the request leg durable and waits for its tokens (design D22), then refuses a
 * leak, unless the policy sends it to the clinic's own model (decision 0191). Both commits run together. If the vault's
 * fails, the events stay and the request is refused.
 */
async function journalRequest(
  deps: TurnDeps,
  { call, number: turn, active, input: { credential } }: Turn,
  { masked, search: { passes, sayingFrom }, scan, refusal }: ScannedRequest,
): Promise<JournaledRequest> {
  const payload = await deps.payloads.request(
    { call, number: turn, active },
    masked.outbound.body,
    () => runInSlices(deps.transcripts.fresh(call, masked.parts)),
  );
  const draft = draftMaker(call, deps.clock.now());
  const unsendable = unsendableFault(active, masked.parts, scan);
  const isSent = scan.verdict !== 'blocked' && unsendable === undefined;
  const local = isSent ? undefined : localTurn(deps, active, masked);
  const { outbound } = local ?? masked;
  const found = { passes, sayingFrom, masked, payload, shapesInClear: scan.inClear, isSent };
  const events = await requestEvents({ call, turn, active, credential, ...found }, draft);
  const scanned = scanEvent(turn, scan, events.inClear, draft, local?.upstream);
  const { bodySha256 } = outbound;
  const drafts = [...events.drafts, scanned];
  const receipt = await deps.journal.appendBody(call, { bodySha256, drafts });
  markCounted(call, events.countedKeys);
  if (!isSent) releaseValues(call, turn);
  deps.liveCalls.markJournaled(call, events.spanKeys);
  await masked.durable;
  const fresh = await runInSlices(deps.transcripts.request(call, turn, masked.parts));
  if (local === undefined && scan.verdict === 'blocked') throw await refusal();
  if (local === undefined && unsendable !== undefined) throw unsendable;
  if (scan.verdict !== 'blocked') deps.payloads.sent({ call, number: turn, active }, fresh);
  return { outbound: journaled(outbound, receipt), local };
}

/** Why the policy refuses masked texts that the leak scan lets pass; undefined if it does not. */
export function unsendableFault(
  active: ActivePolicy,
  parts: MaskedRequest['parts'],
  { unreadable }: Pick<LeakReport, 'unreadable'>,
): Fault | undefined {
  const uncovered = refusedTexts(active, parts);
  if (uncovered.length > 0) return languageFault(uncovered);
  return active.policy.unreadable === 'refuse' && unreadable > 0
    ? new Fault('validation_failed', 'the request holds something encoded that cannot be read')
    : undefined;
}

/** The caller's texts in another language, old or new, for which the policy refuses a request. */
function refusedTexts({ policy }: ActivePolicy, parts: MaskedRequest['parts']): readonly Problem[] {
  if (policy.otherLanguages !== 'refuse') return [];
  return parts.flatMap(({ part, language }) =>
    language === undefined
      ? []
      : [
          {
            path: dottedPath(part),
            message: `is in a language that the policy does not cover: ${language}`,
          },
        ],
  );
}

function languageFault(details: readonly Problem[]): Fault {
  const message = 'the caller speaks a language that the policy does not cover';
  return new Fault('validation_failed', message, { details });
}

/**
 * Why a request is blocked: it has an unchanged name or number that holds a value, which only the caller
 * can correct (design D33); otherwise this service failed to mask.
 */
export async function blockedFault(open: OpenRequest, context: ScanContext): Promise<Fault> {
  const revealing: FixedField[] = [];
  for (const field of open.fixed) {
    const { value } = field;
    const body = typeof value === 'number' ? { value } : { function: { name: value } };
    const { verdict } = await runInSlices(scanEgress(JSON.stringify(body), context));
    if (verdict === 'blocked') revealing.push(field);
  }
  if (revealing.length === 0 && (await revealsTogether(open.fixed, context)))
    revealing.push(...open.fixed);
  if (revealing.length === 0)
    return new Fault('internal_error', 'the leak scan blocked this request');
  const message = 'holds what may be a value of a patient, and would leave as it is';
  const details = revealing.map(({ path }) => ({ path: dottedPath(path), message }));
  return new Fault('validation_failed', 'a name or number holds what may be a value of a patient', {
    details,
  });
}

/** Whether names hold a value that none of them holds alone. */
async function revealsTogether(
  fixed: OpenRequest['fixed'],
  context: ScanContext,
): Promise<boolean> {
  const tools = fixed.map(({ value }) => ({ function: { name: value } }));
  return (await runInSlices(scanEgress(JSON.stringify({ tools }), context))).verdict === 'blocked';
}
