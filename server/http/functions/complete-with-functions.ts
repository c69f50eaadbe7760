import type { CallSessions } from '../../calls/call-sessions.ts';
import { chatCompletion, chatEvents } from '../../dialects/chat-reply.ts';
import type { Agent } from '../../domain/agent.ts';
import { type ChatRequest, namesOfOffered } from '../../domain/chat.ts';
import { isContainer } from '../../domain/json-limits.ts';
import type { TurnInput, TurnReply } from '../../pipeline/turn-types.ts';
import { type AnswerDeps, answerWithFunctions, mostRounds } from './answer-with-functions.ts';
import {
  type ClinicFunction,
  clinicFunctions,
  offeredTool,
  runsOverHttp,
} from './call-functions.ts';

export interface CompleteDeps extends AnswerDeps {
  readonly sessions: Pick<CallSessions, 'during' | 'tokenizationOf'>;
}

/**
 * The functions that this service adds to a request. One that the request offers itself stays the platform's. None are
 * added to a request in the protocol's older form (`functions`) or with custom tools: replies to these have other forms.
 */
export function functionsFor(
  { sessions }: Pick<CompleteDeps, 'sessions'>,
  agent: Agent,
  request: ChatRequest,
): readonly ClinicFunction[] {
  if (!runsOverHttp(agent) || hasOtherForm(request)) return [];
  const own = namesOfOffered(request);
  const tokenization = sessions.tokenizationOf(agent);
  return clinicFunctions({ tools: agent.tools ?? [], tokenization }).filter(
    ({ endpoint, function: { name } }) => endpoint.over_http && !own.has(name),
  );
}

function hasOtherForm({ tools, functions }: ChatRequest): boolean {
  const isCustom = (tool: unknown) => isContainer(tool) && 'type' in tool && tool.type === 'custom';
  return Array.isArray(functions) || (Array.isArray(tools) && tools.some(isCustom));
}

/**
 * Answers a request, and runs these functions where the model calls them. The platform gets words, and the calls of its
 * own functions. Rejects as a turn does, only before the first byte of a reply is out.
 */
export async function completeWithFunctions(
  deps: AnswerDeps,
  input: TurnInput,
  functions: readonly ClinicFunction[],
): Promise<TurnReply> {
  const own = namesOfOffered(input.request);
  const parts = answerWithFunctions(deps, async (round) => {
    const request = requestOf(input.request, functions, round);
    const receivedUs = round === 0 ? input.receivedUs : deps.clock.monotonicUs();
    const rawBody = Buffer.from(JSON.stringify(request));
    return {
      input: { ...input, request, receivedUs, rawBody },
      functions,
      isOfPlatform: ({ name }) => own.has(name),
    };
  });
  const { request, requestId, agent } = input;
  const names = { id: `chatcmpl-${requestId}`, model: agent.upstream };
  return request.stream === true ? streamed(parts, names) : whole(parts, names);
}

function requestOf(
  request: ChatRequest,
  functions: readonly ClinicFunction[],
  round: number,
): ChatRequest {
  const { tools, tool_choice: choice } = request;
  const own: readonly unknown[] = Array.isArray(tools) ? tools : [];
  // Who demands a call has got one when a function has run.
  const isMet = round > 0 && (choice === 'required' || choice === 'any');
  return {
    ...request,
    tools: [...own, ...functions.map(offeredTool)],
    ...(isMet && { tool_choice: 'auto' }),
    ...(round === mostRounds && { tool_choice: 'none' }),
  };
}

type Parts = ReturnType<typeof answerWithFunctions>;

interface Names {
  readonly id: string;
  readonly model: string;
}

/** Waits for the first words, so that a reply that never begins becomes an HTTP error (design D38). */
async function streamed(parts: Parts, { id, model }: Names): Promise<TurnReply> {
  const chat = chatEvents();
  chat.name(id, model);
  const events = eventsOf(parts, chat);
  const first = await events.next();
  const chunks = (async function* () {
    try {
      if (first.done !== true) yield first.value;
      yield* events;
    } finally {
      // A caller who leaves with the first words ends the reply too.
      await events.return(undefined);
    }
  })();
  return { stream: true, chunks };
}

async function* eventsOf(
  parts: Parts,
  chat: ReturnType<typeof chatEvents>,
): AsyncGenerator<Uint8Array, undefined> {
  let next = await parts.next();
  try {
    for (; next.done !== true; next = await parts.next()) {
      if (typeof next.value === 'string') yield Buffer.from(chat.text(next.value));
      else if ('filling' in next.value) yield Buffer.from(chat.text(next.value.filling));
    }
  } finally {
    await parts.return(undefined);
  }
  if (next.value === undefined) return;
  const { ofPlatform, finish, usage } = next.value;
  const calls = ofPlatform.map(
    (one, index) => chat.call(index, one.id, one.name) + chat.arguments(index, one.arguments),
  );
  yield Buffer.from(calls.join('') + chat.finish(finish, usage));
}

async function whole(parts: Parts, names: Names): Promise<TurnReply> {
  let text = '';
  let next = await parts.next();
  for (; next.done !== true; next = await parts.next())
    if (typeof next.value === 'string') text += next.value;
  if (next.value === undefined) throw new Error('the caller has left');
  const { ofPlatform: calls, ...answer } = next.value;
  return { stream: false, body: chatCompletion({ ...names, ...answer, text, calls }) };
}
