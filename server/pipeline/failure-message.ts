import { type LanguageModel, tellLanguage } from '../detect/index.ts';
import { chatCompletion, chatEvents, usageOf } from '../dialects/chat-reply.ts';
import type { FailureMessage } from '../domain/agent.ts';
import type { ChatMessage, ChatRequest } from '../domain/chat.ts';
import { Fault } from '../domain/fault.ts';
import type { UpstreamReply } from '../ports/upstream.ts';
import type { TurnInput } from './turn-types.ts';

/** What the caller hears in place of a reply, and its language. */
export interface SpokenFailure {
  readonly error: Fault;
  readonly language: string;
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
  const [language, words] = sentenceFor(failureMessage, request.messages, model);
  return { error, language, reply: replyOf(words, request.stream === true) };
}

function isOfProvider({ code }: Fault): boolean {
  return code === 'upstream_error' || code === 'upstream_busy';
}

/** The sentence in the language of the caller's last turns; else in English, or in the only one. */
function sentenceFor(
  { words }: FailureMessage,
  messages: ChatRequest['messages'],
  model: LanguageModel | undefined,
): readonly [language: string, words: string] {
  const said = messages.filter(({ role }) => role === 'user').toReversed();
  const told = model && tellLanguage(said.map(textOf), ['en'], model);
  const spoken = typeof told === 'object' ? told.other : 'en';
  const sentences = Object.entries(words).filter((entry) => isSentence(entry));
  const found = sentences.find(([language]) => language === spoken);
  return found ?? sentences.find(([language]) => language === 'en') ?? sentences[0] ?? ['en', ''];
}

const isSentence = (entry: [string, string | undefined]): entry is [string, string] =>
  entry[1] !== undefined;

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
