import OpenAI from 'openai';
import type { ChatCompletionCreateParams, ChatCompletionMessageParam } from 'openai/resources';
import { type Outcome, type PlannedCall, type PlannedTurn, wordOf } from './day-plan.ts';
import type { ProxyKit } from './proxy-kit.ts';
import { lastUserText, type Script } from './scripted-upstream.ts';
import { webhookSecret } from './service.ts';
import { signedFetch } from './signed-fetch.ts';
import { chunk, event, finish } from './sse-kit.ts';

/** What the caller's side knows of a call when it is over, and of nothing else. */
export interface CallSeen {
  readonly agentId: string;
  /** From the reply to the assistant request. */
  readonly sessionId: string;
  readonly outcomes: readonly Outcome[];
  /** How often each kind was replaced: what has no reply yet is said with each request. */
  readonly said: Readonly<Record<string, number>>;
  /** Replies that were not what the caller should have heard. */
  readonly misheard: number;
}

/** The provider of the day: does what the first word of the user's text says. */
export const dayScript: Script = (seen, response) => {
  const text = lastUserText(seen);
  const says = (word: string) => text.startsWith(word);
  if (says(wordOf.refused)) {
    response.statusCode = 503;
    response.end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(event(chunk({ role: 'assistant', content: 'I heard: ' })));
  if (says(wordOf.hung_up)) return;
  if (says(wordOf.cut)) {
    response.write(event(chunk({ content: 'and' })), () => response.destroy());
    return;
  }
  const half = Math.floor(text.length / 2);
  for (const content of [text.slice(0, half), text.slice(half)])
    response.write(event(chunk({ content })));
  response.end(`${finish}data: [DONE]\n\n`);
};

/**
 * Carries a call out with the `openai` SDK, from the assistant request to the end-of-call report.
 * `redacted` names the kinds that the call's policy does not restore.
 */
export async function runCall(
  proxy: ProxyKit,
  agentId: string,
  call: PlannedCall,
  redacted: ReadonlySet<string>,
): Promise<CallSeen> {
  const client = new OpenAI({
    baseURL: proxy.service.proxyBase(agentId),
    apiKey: 'none',
    maxRetries: 0,
    fetch: signedFetch(webhookSecret),
  });
  const sessionId = await begin(proxy, agentId, call.id);
  const named = { metadata: { call_id: call.id } };
  const messages: ChatCompletionMessageParam[] = [];
  const said: Record<string, number> = {};
  const unanswered: string[] = [];
  let misheard = 0;
  const say = (kind: string) => {
    said[kind] = (said[kind] ?? 0) + 1;
  };
  for (const turn of call.turns) {
    messages.push({ role: 'user', content: turn.words });
    // What has no reply yet is said with each request.
    unanswered.push(turn.kind);
    for (const kind of unanswered) say(kind);
    const heard = await askOnce(client, { messages, ...named }, turn.outcome);
    if (turn.outcome !== 'answered') continue;
    const expected = `I heard: ${heardWords(turn, redacted)}`;
    if (heard !== expected) misheard += 1;
    messages.push({ role: 'assistant', content: heard });
    unanswered.length = 0;
    // What was restored is said again, by the assistant, once there is another turn to send it in.
    if (!redacted.has(turn.kind) && turn !== call.turns.at(-1)) say(turn.kind);
  }
  await proxy.tell(agentId, { type: 'end-of-call-report', call: { id: call.id } });
  const outcomes = call.turns.map(({ outcome }) => outcome);
  return { agentId, sessionId, outcomes, said, misheard };
}

async function begin(proxy: ProxyKit, agentId: string, id: string): Promise<string> {
  const response = await proxy.tell(agentId, { type: 'assistant-request', call: { id } });
  const { assistant } = (await response.json()) as {
    assistant: { metadata: { session_id: string } };
  };
  return assistant.metadata.session_id;
}

function heardWords({ kind, value, words }: PlannedTurn, redacted: ReadonlySet<string>): string {
  return redacted.has(kind) ? words.replace(value, `[REDACTED:${kind}]`) : words;
}

/** The reply as far as the caller heard it; throws when a turn ends in another way than planned. */
async function askOnce(
  client: OpenAI,
  request: Pick<ChatCompletionCreateParams, 'messages' | 'metadata'>,
  outcome: Outcome,
): Promise<string> {
  const caller = new AbortController();
  let heard = '';
  try {
    const stream = await client.chat.completions.create(
      { model: 'any', stream: true, ...request },
      { signal: caller.signal },
    );
    for await (const { choices } of stream) {
      heard += choices[0]?.delta.content ?? '';
      if (outcome === 'hung_up' && heard !== '') caller.abort();
    }
  } catch (error) {
    const refused = error instanceof OpenAI.APIError && error.status === 502;
    if (outcome === 'answered' || (outcome === 'refused') !== refused) throw error;
    return heard;
  }
  if (outcome === 'refused' || outcome === 'cut') throw new Error(`a turn was not ${outcome}`);
  return heard;
}
