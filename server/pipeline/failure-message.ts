import { type LanguageModel, spokenLanguage } from '../detect/index.ts';
import { chatCompletion, chatEvents, usageOf } from '../dialects/chat-reply.ts';
import { type Agent, listedNumbers, wordsIn } from '../domain/agent.ts';
import { textOf } from '../domain/chat.ts';
import { Fault } from '../domain/fault.ts';
import type { SpokenLanguage } from '../domain/policy.ts';
import type { UpstreamReply } from '../ports/upstream.ts';
import type { TurnInput } from './turn-types.ts';

/** What the caller hears in place of a reply, and its language. */
export interface SpokenFailure {
  readonly error: Fault;
  readonly language: SpokenLanguage;
  /** The function that the reply calls after the sentence. */
  readonly calls?: 'transfer_call';
  /** A chat completion that says it. */
  readonly reply: UpstreamReply;
}

/**
 * The agent's sentence for a turn that no provider answered (decision 0172). Undefined where the agent has none for
 * this way in, where the caller has left, and for what is no failure of a provider.
 */
export function spokenFailure(
  { agent, request, isSocket = false, signal }: TurnInput,
  error: unknown,
  model: LanguageModel | undefined,
): SpokenFailure | undefined {
  const { failureMessage } = agent;
  if (failureMessage === null || !(isSocket || failureMessage.over_http)) return undefined;
  if (signal.aborted || !(error instanceof Fault) || !isOfProvider(error)) return undefined;
  const said = request.messages.filter(({ role }) => role === 'user').toReversed();
  const spoken = model === undefined ? 'en' : spokenLanguage(said.map(textOf), model);
  const sentence = wordsIn(failureMessage.words, spoken);
  if (sentence === undefined) return undefined;
  const [language, words] = sentence;
  const calls = isSocket && mayTransfer(agent) ? 'transfer_call' : undefined;
  const reply = replyOf(words, calls, request.stream === true);
  return { error, language, ...(calls && { calls }), reply };
}

/** Whether there is one number to transfer to: the platform takes it from the function, so the reply needs none. */
function mayTransfer({ failureMessage, tools }: Agent): boolean {
  const transfer = tools?.find((tool) => tool.function.name === 'transfer_call');
  if (failureMessage?.transfer !== true || transfer === undefined) return false;
  return listedNumbers(transfer).length === 1;
}

function isOfProvider({ code }: Fault): boolean {
  return code === 'upstream_error' || code === 'upstream_busy';
}

function replyOf(text: string, called: string | undefined, stream: boolean): UpstreamReply {
  const usage = usageOf(0, 0, 0);
  const finish = called === undefined ? 'stop' : 'tool_calls';
  if (!stream) {
    const names = { id: '', model: '' };
    const calls = called === undefined ? [] : [{ id: called, name: called, arguments: '{}' }];
    const whole = chatCompletion({ ...names, text, calls, finish, usage });
    return { status: 200, contentType: 'application/json', body: bytesOf(whole) };
  }
  const chat = chatEvents();
  const call = called === undefined ? '' : chat.call(0, called, called) + chat.arguments(0, '{}');
  const events = chat.text(text) + call + chat.finish(finish, usage);
  return { status: 200, contentType: 'text/event-stream', body: bytesOf(events) };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
