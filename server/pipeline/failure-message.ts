import { type LanguageModel, spokenLanguage } from '../detect/index.ts';
import { chatCompletion, chatEvents, usageOf } from '../dialects/chat-reply.ts';
import { wordsIn } from '../domain/agent.ts';
import type { ChatMessage } from '../domain/chat.ts';
import { Fault } from '../domain/fault.ts';
import type { SpokenLanguage } from '../domain/policy.ts';
import type { UpstreamReply } from '../ports/upstream.ts';
import type { TurnInput } from './turn-types.ts';

/** What the caller hears in place of a reply, and its language. */
export interface SpokenFailure {
  readonly error: Fault;
  readonly language: SpokenLanguage;
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
  return { error, language, reply: replyOf(words, request.stream === true) };
}

function isOfProvider({ code }: Fault): boolean {
  return code === 'upstream_error' || code === 'upstream_busy';
}

function textOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text = '' }) => text).join(' ');
}

function replyOf(text: string, stream: boolean): UpstreamReply {
  const usage = usageOf(0, 0, 0);
  if (!stream) {
    const names = { id: '', model: '' };
    const whole = chatCompletion({ ...names, text, calls: [], finish: 'stop', usage });
    return { status: 200, contentType: 'application/json', body: bytesOf(whole) };
  }
  const chat = chatEvents();
  const events = chat.text(text) + chat.finish('stop', usage);
  return { status: 200, contentType: 'text/event-stream', body: bytesOf(events) };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
