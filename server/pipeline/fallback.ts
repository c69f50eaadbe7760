import { draftMaker } from '../calls/call-events.ts';
import type { CallJournal } from '../calls/call-journal.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { FallbackHandling } from '../domain/event.ts';
import { Fault } from '../domain/fault.ts';
import type { Journaled, Masked, OutboundChat } from '../domain/masked.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import { runInSlices } from '../domain/time-slices.ts';
import { journaled } from '../journal/index.ts';
import { type ScanContext, scanEgress } from '../leak-scan/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { Upstream, UpstreamRoute } from '../ports/upstream.ts';
import type { MaskedRequest } from '../tokenize/masked-request.ts';
import { scanEvent } from './request-events.ts';
import type { ResponseRecord } from './response-record.ts';
import type { TurnInput } from './turn-types.ts';

export interface FallbackDeps {
  readonly journal: CallJournal;
  readonly clock: Clock;
  readonly routeOf: (upstreamName: string) => UpstreamRoute | undefined;
  /** Whether a business-associate agreement with the provider of an upstream is in force. */
  readonly hasAgreement: (upstreamName: string) => Promise<boolean>;
}

/** A turn that its provider did not answer, and what is needed to write it for another one. */
export interface FailedTurn {
  readonly input: TurnInput;
  readonly route: UpstreamRoute;
  readonly call: LiveCall;
  readonly number: number;
  readonly masked: MaskedRequest;
  readonly scan: ScanContext;
  readonly record: ResponseRecord;
}

interface Failure {
  readonly error: unknown;
  /** Monotonic microseconds at which the first provider got the turn. */
  readonly sentUs: number;
}

interface SecondAttempt {
  readonly upstream: Upstream;
  readonly outbound: Journaled<OutboundChat>;
}

/** What a provider answers when it is busy or broken, and another one may be well. */
const passing: readonly number[] = [408, 429, 500, 502, 503, 504, 529];

/**
 * Writes a turn for the fallback of its upstream, and scans and journals it like any request (decision 0109).
 * Throws the first provider's fault where the fallback must not or cannot get it. Call it only while the
 * caller has no byte of a reply.
 */
export async function fallBack(
  deps: FallbackDeps,
  turn: FailedTurn,
  { error, sentUs }: Failure,
): Promise<SecondAttempt> {
  const { call, number, input, scan: context, masked } = turn;
  const { fallback = '' } = turn.route;
  const route = deps.routeOf(fallback);
  if (route === undefined || !(error instanceof Fault) || !isPassing(error)) throw error;
  input.signal.throwIfAborted();
  const draft = draftMaker(call, deps.clock.now());
  const { upstreamStatus } = error;
  const waitedUs = deps.clock.monotonicUs() - sentUs;
  const failed = (handling: FallbackHandling) =>
    draft('upstream_failed', {
      turn: number,
      upstream: input.agent.upstream,
      reason: error.code,
      ...(upstreamStatus !== undefined && { upstream_status: upstreamStatus }),
      waited_us: Math.round(waitedUs),
      fallback,
      handling,
    });
  const refuse = (handling: FallbackHandling): never => {
    deps.journal.appendLater(call, [failed(handling)]);
    throw error;
  };
  if (!(await deps.hasAgreement(fallback))) return refuse('no_agreement');
  const { secondWithinMs = Number.POSITIVE_INFINITY } = route;
  if (waitedUs / 1_000 > secondWithinMs) return refuse('no_time');
  const outbound = writtenFor(masked, fallback, route) ?? refuse('not_expressible');
  const scan = await runInSlices(scanEgress(outbound.body, context));
  const isBlocked = scan.verdict === 'blocked';
  const drafts = [
    failed(isBlocked ? 'blocked' : 'sent'),
    scanEvent(number, scan, nothingNew, draft),
  ];
  const receipt = await deps.journal.appendBody(call, {
    bodySha256: outbound.bodySha256,
    drafts,
  });
  if (isBlocked) throw error;
  turn.record.sentTo(fallback);
  return { upstream: route.upstream, outbound: journaled(outbound, receipt) };
}

/** The first request of the turn has counted what the policy sends in the clear. */
const nothingNew = { in_clear_by_kind: {}, in_clear_values_by_kind: {} };

function isPassing({ code, upstreamStatus }: Fault): boolean {
  const isOfProvider = code === 'upstream_error' || code === 'upstream_busy';
  return isOfProvider && (upstreamStatus === undefined || passing.includes(upstreamStatus));
}

/** Undefined where the protocol cannot say the request. */
function writtenFor(
  masked: MaskedRequest,
  upstream: string,
  { model, write }: UpstreamRoute,
): Masked<OutboundChat> | undefined {
  try {
    return masked.outboundTo({ upstream, model, write });
  } catch (error) {
    if (error instanceof Fault && error.code === 'validation_failed') return undefined;
    throw error;
  }
}

/** The name of the upstream on the clinic's own network. */
const localUpstream = 'provider:local';

/** A turn that was refused for any other model, written for the one on the clinic's own network. */
export interface LocalTurn {
  readonly upstream: string;
  /** Without a fallback: nobody else may get the turn. */
  readonly route: UpstreamRoute;
  readonly outbound: Masked<OutboundChat>;
}

/** Undefined where the policy wants an error, no such model is set up, or its protocol cannot say the request (decision 0191). */
export function localTurn(
  { routeOf }: Pick<FallbackDeps, 'routeOf'>,
  { policy }: ActivePolicy,
  masked: MaskedRequest,
): LocalTurn | undefined {
  if (policy.refusedTurns !== 'local_model') return undefined;
  const route = routeOf(localUpstream);
  if (route?.ownNetwork !== true) return undefined;
  const outbound = writtenFor(masked, localUpstream, route);
  return (
    outbound && { upstream: localUpstream, route: { ...route, fallback: undefined }, outbound }
  );
}
