import { createHmac, type KeyObject } from 'node:crypto';
import type { ChatMessage } from '../domain/chat.ts';
import type { AgentId } from '../domain/ids.ts';
import { itemAt } from '../domain/item-at.ts';
import type { Conversation } from '../ports/open-calls.ts';

/** An open call that is known by its messages alone. */
interface HasConversation {
  /** Names the messages of its last request. */
  tip?: string | undefined;
  lastActivityMs: number;
}

/** The open calls of this process that are known by their messages alone (design D29, decision 0146). */
export class OpenConversations<Call extends HasConversation> {
  readonly #byTip = new Map<string, Set<Call>>();

  /**
   * The call whose last request is a beginning of this one, else the one that `begin` makes. Of calls with
   * equal messages, and so with equal values, the one that spoke last.
   */
  enter({ own, beginnings }: Conversation, begin: () => Call): Call {
    const tips = beginnings.map((name) => [...(this.#byTip.get(name) ?? [])]);
    const continued = tips.find((calls) => calls.length > 0)?.reduce(mostRecent);
    const call = continued ?? begin();
    this.drop(call);
    call.tip = own;
    this.adopt(call);
    return call;
  }

  /** Takes up a call at its place in an earlier process. */
  adopt(call: Call): void {
    if (call.tip === undefined) return;
    const named = this.#byTip.get(call.tip) ?? new Set();
    this.#byTip.set(call.tip, named.add(call));
  }

  /** The call is over. */
  drop(call: Call): void {
    const named = this.#byTip.get(call.tip ?? '');
    if (named?.delete(call) === true && named.size === 0) this.#byTip.delete(call.tip ?? '');
  }
}

function mostRecent<Call extends HasConversation>(one: Call, other: Call): Call {
  return other.lastActivityMs > one.lastActivityMs ? other : one;
}

/** What identifies the call of a request without a call id. */
export interface ConversationRequest {
  /** Names the request's credential: a request never continues a call of another credential. */
  readonly credential: string;
  readonly messages: readonly ChatMessage[];
}

/** Beginnings that end before an assistant message: more than those of one turn and its tool calls. */
const maxAnswered = 32;
/** Words of the last message after which it may have been cut: more than somebody says in one breath. */
const maxCuts = 256;
/** Characters of a text beyond which nobody said it in one turn: it is compared as it is written. */
const maxSpoken = 16_384;

/** Names the messages of a request to an agent and their beginnings, in a time linear in their length. */
export function conversationOf(
  key: KeyObject,
  agentId: AgentId,
  { credential, messages }: ConversationRequest,
): Conversation {
  const named = (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url');
  const nameAfter = (before: string, message: ChatMessage): string =>
    named(`${before}\0${comparableMessage(message)}`);
  /** The name of each beginning, of the empty one first. */
  const names = [named(`conversation\0${agentId}\0${credential}`)];
  for (const message of messages) names.push(nameAfter(itemAt(names, names.length - 1), message));
  const answered = messages
    .flatMap(({ role }, at) => (role === 'assistant' && at > 0 ? [at] : []))
    .slice(-maxAnswered)
    .toReversed();
  const own = itemAt(names, names.length - 1);
  const [lastReply] = answered;
  if (lastReply === undefined) return { own, beginnings: [] };
  const before = itemAt(names, names.length - 2);
  return {
    own,
    beginnings: [
      own,
      ...wordCuts(messages.at(-1)).map((cut) => nameAfter(before, cut)),
      ...names.slice(lastReply + 1, -1).toReversed(),
      ...answered.map((at) => itemAt(names, at)),
    ],
  };
}

/** What a caller had said of a message when it was sent early, longest first. */
function wordCuts(message: ChatMessage | undefined): readonly ChatMessage[] {
  const { role, content } = message ?? { role: 'system' };
  if (role !== 'user' || message === undefined) return [];
  const [text, ...others] = textsOf(content);
  if (text === undefined || others.length > 0) return [];
  const words = wordsOf(text).slice(0, maxCuts);
  return words
    .map((_, count) => ({ ...message, content: words.slice(0, count).join(' ') }))
    .slice(1)
    .toReversed();
}

/**
 * Equal for messages that differ only in an absent or empty field, in a text given as one part, or in how
 * the words of a caller are written.
 */
function comparableMessage(message: ChatMessage): string {
  const { role, content } = message;
  const texts = textsOf(content);
  const said = role === 'user' ? texts.map((text) => wordsOf(text).join(' ')) : texts;
  const { name, tool_call_id: result, tool_calls: calls, function_call: called } = message;
  return JSON.stringify([role, said, name ?? '', result ?? '', calls ?? [], called ?? '']);
}

function textsOf(content: ChatMessage['content']): readonly string[] {
  if (typeof content !== 'object' || content === null) return [content ?? ''];
  return content.map(({ text = '' }) => text);
}

/** The words of a text that somebody said, whatever its capitals and the punctuation around its words. */
function wordsOf(text: string): readonly string[] {
  if (text.length > maxSpoken) return [text];
  const words = text.toLowerCase().split(/\s+/);
  return words.map((word) => word.replace(around, '')).filter((word) => word !== '');
}

const around = /^[¿¡"'“‘(]+|[.,;:!?…"'”’)]+$/g;

/** The place of a call as text, for the next process. */
export function formatTip(tip: string): string {
  return `${tip}.`;
}

/** The tip in a kept key; undefined when the key is of a platform's call id. */
export function parseTip(key: string): string | undefined {
  const [tip, rest] = key.split('.');
  return rest === undefined ? undefined : tip;
}
