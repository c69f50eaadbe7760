import { draftMaker } from '../calls/call-events.ts';
import type { CallJournal } from '../calls/call-journal.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { CallRequest } from '../calls/live-calls.ts';
import type { EventDraft, RehydrationFailure } from '../domain/event.ts';
import { Fault } from '../domain/fault.ts';
import type { PayloadReference } from '../live-view/payload-keeper.ts';
import type { Clock } from '../ports/clock.ts';
import type { Stage, Telemetry, TurnWatch } from '../ports/telemetry.ts';
import type { SpokenFailure } from './failure-message.ts';
import type { TurnInput } from './turn-types.ts';

export interface ResponseRecordDeps {
  readonly journal: CallJournal;
  readonly clock: Clock;
  /** Called when the request is over. */
  readonly onLeft: (request: CallRequest) => void;
  readonly telemetry?: Telemetry | undefined;
}

/** How many values a reply got back, and which it did not. */
export interface RestorationSummary {
  readonly restored: number;
  readonly failed: readonly { readonly kind: string; readonly reason: RehydrationFailure }[];
}

const emptyRestoration: RestorationSummary = { restored: 0, failed: [] };

/**
 * Journals once how a request ended, off the request path (design D25, D29): its failures of rehydration
 * and `response_completed`.
 */
export class ResponseRecord {
  readonly #deps: ResponseRecordDeps;
  readonly #request: CallRequest;
  readonly #call: LiveCall;
  readonly #turn: number;
  readonly #receivedUs: number;
  readonly #stream: boolean;
  readonly #watch: TurnWatch | undefined;
  readonly #endedUs = new Map<Stage, number>();
  #other: string | undefined;
  #upstreamStatus: number | undefined;
  #failure: SpokenFailure | undefined;
  #keepReply: () => Promise<PayloadReference> | undefined = () => undefined;
  #closed = false;

  constructor(deps: ResponseRecordDeps, request: CallRequest, input: TurnInput) {
    const { call, turn } = request;
    this.#deps = deps;
    this.#request = request;
    this.#call = call;
    this.#turn = turn;
    this.#receivedUs = input.receivedUs;
    this.#stream = input.request.stream === true;
    this.#watch = deps.telemetry?.turn({ sessionId: call.sessionId, number: turn });
    this.stagePassed('arrive');
  }

  /** A stage of this request is over. */
  stagePassed(stage: Stage): void {
    const us = this.#sinceArrival();
    this.#endedUs.set(stage, us);
    this.#watch?.passed(stage, us);
  }

  /** The masked request is about to be sent; `keepReply` keeps the reply's texts at its end. */
  forwarded(keepReply: () => Promise<PayloadReference> | undefined): void {
    this.#keepReply = keepReply;
    this.stagePassed('journal');
  }

  /** Another upstream than the agent's is about to get the request. */
  sentTo(upstream: string): void {
    this.#other = upstream;
  }

  /** The provider gave no reply: the caller is about to hear the agent's sentence in its place. */
  failureSpoken(spoken: SpokenFailure): void {
    this.#failure = spoken;
    this.#upstreamStatus = spoken.error.upstreamStatus;
  }

  /** The first byte of the reply is about to go to the caller. */
  replyStarted(): void {
    if (this.#ended('upstream') === 0) this.stagePassed('upstream');
  }

  /** A reply reached its end. */
  completed(restoration: RestorationSummary): void {
    const failed = restoration.failed.length > 0;
    if (this.#failure !== undefined) this.#close('error', this.#failure.error.code, restoration);
    else if (failed) this.#close('partial', 'rehydration_failed', restoration);
    else this.#close('ok', 'completed', restoration);
  }

  /** A reply began and was cut. */
  cut(
    reason: 'client_gone' | 'upstream_cut' | 'internal_error',
    restoration: RestorationSummary,
  ): void {
    this.#close('partial', reason, restoration);
  }

  /** The caller got an error, no reply. Where the journal refused the request before it was sent, no event is written. */
  refused(error: unknown, signal: AbortSignal): void {
    const code = error instanceof Fault ? error.code : 'internal_error';
    if (code === 'AuditUnavailable' && this.#ended('journal') === 0) {
      this.#watch?.ended({ status: 'error', reason: code, us: this.#sinceArrival() });
      this.#leave();
    } else {
      if (error instanceof Fault) this.#upstreamStatus = error.upstreamStatus;
      this.#close('error', signal.aborted ? 'client_gone' : code, emptyRestoration);
    }
  }

  #close(
    status: 'ok' | 'partial' | 'error',
    reason: string,
    { restored, failed }: RestorationSummary,
  ): void {
    if (this.#closed) return;
    const draft = draftMaker(this.#call, this.#deps.clock.now());
    const turn = this.#turn;
    const failures: EventDraft[] = failed.map(({ kind, reason: why }) =>
      draft('rehydration_failed', { turn, entity_kind: kind, reason: why }),
    );
    const ending = {
      turn,
      status,
      reason,
      ...(this.#other !== undefined && { upstream: this.#other }),
      ...(this.#upstreamStatus !== undefined && { upstream_status: this.#upstreamStatus }),
      ...(this.#failure !== undefined && { failure_message: this.#failure.language }),
      ...(this.#failure?.calls && { failure_function: this.#failure.calls }),
      stream: this.#stream ? ('yes' as const) : ('no' as const),
      restored,
      failed: failed.length,
      added_us: this.#ended('journal'),
      first_byte_us: this.#ended('upstream'),
      duration_us: this.#sinceArrival(),
      ...(this.#ended('journal') > 0 && {
        search_us: this.#ended('detect') - this.#ended('arrive'),
        journal_us: this.#ended('journal') - this.#ended('leak_scan'),
      }),
    };
    if (this.#ended('upstream') > 0) this.stagePassed('reply');
    this.#watch?.ended({ status, reason, us: ending.duration_us });
    const draftsWith = (payload: PayloadReference): EventDraft[] => [
      ...failures,
      draft('response_completed', { ...ending, ...payload }),
    ];
    const drafts = this.#keepReply()?.then(draftsWith) ?? draftsWith({});
    this.#deps.journal.appendLater(this.#call, drafts);
    this.#leave();
  }

  /** When a stage ended, in microseconds since arrival; 0 if it has not. */
  #ended(stage: Stage): number {
    return this.#endedUs.get(stage) ?? 0;
  }

  #leave(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#deps.onLeft(this.#request);
  }

  #sinceArrival(): number {
    return Math.max(0, Math.round(this.#deps.clock.monotonicUs() - this.#receivedUs));
  }
}
