import { readSession } from '../calls/session-records.ts';
import type { SpanView } from '../contract/live.ts';
import type { Agent } from '../domain/agent.ts';
import type { ChatRequest } from '../domain/chat.ts';
import { type Exposure, noExposure } from '../domain/exposure.ts';
import type { RequestId, SessionId } from '../domain/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { UpstreamRoute } from '../ports/upstream.ts';
import { foldExposure } from '../projections/exposure.ts';
import { partView } from '../projections/two-sided-view.ts';
import type { MaskedRequest } from '../tokenize/masked-request.ts';
import type { RunTurn, TurnReply } from './turn-types.ts';

/** One turn of an invented caller, on both sides. */
export interface TestCall {
  readonly sessionId: SessionId;
  readonly said: string;
  /** The text that the model got. */
  readonly sent: string;
  /** The reply as the caller hears it. */
  readonly heard: string;
  /** In `said` and in `sent`. */
  readonly spans: readonly SpanView[];
  readonly exposure: Exposure;
}

/**
 * Makes a call of one turn under the agent's policy, passes and scheme. The journal records it like any
 * other call, but it goes to the `stub` upstream, so it costs nothing. It looks for nobody of the roster, because everybody
 * who is signed in may make it. Rejects as a turn does.
 */
export type RunTestCall = (agent: Agent, requestId: RequestId, said: string) => Promise<TestCall>;

export function createTestCall(deps: {
  readonly runTurn: RunTurn;
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'read'>;
  readonly routeOf: (upstreamName: string) => UpstreamRoute | undefined;
}): RunTestCall {
  return async (agent, requestId, said) => {
    const receivedUs = deps.clock.monotonicUs();
    const request: ChatRequest = { messages: [{ role: 'user', content: said }] };
    const forwarded: {
      readonly sessionId: SessionId;
      readonly body: string;
      readonly spans: TestCall['spans'];
    }[] = [];
    const reply = await deps.runTurn({
      agent,
      upstream: 'stub',
      request,
      rawBody: Buffer.from(JSON.stringify(request)),
      externalCallId: '',
      requestId,
      skipsModelPass: deps.routeOf(agent.upstream)?.skipsModelPass ?? false,
      skipsRoster: true,
      receivedUs,
      signal: new AbortController().signal,
      onForward: (sessionId, { body }, _turn, parts) =>
        forwarded.push({ sessionId, body, spans: spansOfLast(parts) }),
    });
    const [turn] = forwarded;
    if (turn === undefined) throw new Error('a turn was answered without being forwarded');
    return {
      sessionId: turn.sessionId,
      said,
      sent: sentText(turn.body),
      heard: heardText(reply),
      spans: turn.spans,
      // The events of the request are durable before it is forwarded.
      exposure: (await readSession(deps.journal, turn.sessionId)).reduce(foldExposure, noExposure),
    };
  };
}

/** Where the values of the last message stand on both sides: the person who wrote it may see it. */
function spansOfLast(parts: MaskedRequest['parts']): readonly SpanView[] {
  const last = parts.at(-1);
  return last === undefined ? [] : partView(last, (_kind, surface) => surface).spans;
}

interface Message {
  readonly content: string;
}

function sentText(body: string): string {
  const { messages } = JSON.parse(body) as { readonly messages: readonly Message[] };
  return messages.at(-1)?.content ?? '';
}

function heardText(reply: TurnReply): string {
  if (reply.stream) throw new Error('a turn that asked for no stream was answered with one');
  const { choices } = JSON.parse(reply.body) as {
    readonly choices: readonly { readonly message: Message }[];
  };
  return choices[0]?.message.content ?? '';
}
