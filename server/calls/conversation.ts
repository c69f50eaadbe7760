import { createHmac, type KeyObject } from 'node:crypto';
import type { ChatMessage } from '../domain/chat.ts';
import type { AgentId } from '../domain/ids.ts';
import type { Conversation } from '../ports/open-calls.ts';

/** An open call that is known by its messages alone. */
interface HasConversation {
  conversation?: ConversationPosition | undefined;
  lastActivityMs: number;
}

/** The open calls of this process that are known by their messages alone (design D29, decision 0059). */
export class OpenConversations<Call extends HasConversation> {
  readonly #byTip = new Map<string, Set<Call>>();
  readonly #byBase = new Map<string, Set<Call>>();

  /**
   * The call that a request continues, else the one that `begin` makes. A request continues a call whose
   * last request it repeats and extends. It also continues a call when it replaces the last words of
   * that call alone within `replaceableMs`; if two calls fit, it continues neither.
   */
  enter(asked: Conversation, nowMs: number, begin: () => Call): Call {
    const tips = asked.goesOnFrom.map((name) => [...(this.#byTip.get(name) ?? [])]);
    const at = tips.findIndex((calls) => calls.length > 0);
    const continued = tips[at]?.reduce(mostRecent);
    const call = continued ?? this.#replaced(asked, nowMs) ?? begin();
    const base = continued === undefined ? call.conversation?.base : asked.goesOnFrom[at];
    this.#take(call, { tip: asked.own, base: base ?? '' });
    return call;
  }

  /** Takes up a call at its position in an earlier process. */
  adopt(call: Call): void {
    if (call.conversation !== undefined) this.#take(call, call.conversation);
  }

  /** The call is over. */
  drop(call: Call): void {
    const { tip, base } = call.conversation ?? { tip: '', base: '' };
    remove(this.#byTip, tip, call);
    remove(this.#byBase, base, call);
  }

  #replaced({ replacesAfter }: Conversation, nowMs: number): Call | undefined {
    const fitting = replacesAfter
      .flatMap((name) => [...(this.#byBase.get(name) ?? [])])
      .filter(({ lastActivityMs }) => nowMs - lastActivityMs < replaceableMs);
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  #take(call: Call, place: ConversationPosition): void {
    this.drop(call);
    call.conversation = place;
    add(this.#byTip, place.tip, call);
    if (place.base !== '') add(this.#byBase, place.base, call);
  }
}

/** Of calls with equal messages, and so with equal values, the one that spoke last. */
function mostRecent<Call extends HasConversation>(one: Call, other: Call): Call {
  return other.lastActivityMs > one.lastActivityMs ? other : one;
}

function add<Call>(calls: Map<string, Set<Call>>, name: string, call: Call): void {
  const named = calls.get(name) ?? new Set();
  named.add(call);
  calls.set(name, named);
}

function remove<Call>(calls: Map<string, Set<Call>>, name: string, call: Call): void {
  const named = calls.get(name);
  if (named?.delete(call) === true && named.size === 0) calls.delete(name);
}

/** What identifies the call of a request without a call id. */
export interface ConversationRequest {
  /** Names the request's credential: a request never continues a call of another credential. */
  readonly credential: string;
  readonly messages: readonly ChatMessage[];
}

/** Where an open call stands in its conversation. */
export interface ConversationPosition {
  /** Names the messages of its last request. */
  readonly tip: string;
  /** Names the messages that the last request went on from; '' where it was the first. */
  readonly base: string;
}

/** How long after its last request or reply another wording may replace that request. */
export const replaceableMs = 30_000;

/** Beginnings to look up: more than the assistant messages of one turn and its tool calls. */
const maxBeginnings = 32;

/** Names the messages of a request to an agent and their beginnings; hashes each message once. */
export function conversationOf(
  key: KeyObject,
  agentId: AgentId,
  { credential, messages }: ConversationRequest,
): Conversation {
  const named = (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url');
  const names: string[] = [];
  let own = named(`conversation\0${agentId}\0${credential}`);
  for (const message of messages) {
    own = named(`${own}\0${comparableMessage(message)}`);
    names.push(own);
  }
  const goesOnFrom: string[] = [];
  const replacesAfter: string[] = [];
  let [isAnswered, isLater] = [false, false];
  for (let at = messages.length - 1; at > 0 && goesOnFrom.length < maxBeginnings; at -= 1) {
    const role = messages[at]?.role;
    if (role === 'user') isLater ||= isAnswered;
    if (role !== 'assistant') continue;
    isAnswered = true;
    const beginning = names[at - 1] ?? '';
    goesOnFrom.push(beginning);
    if (!isLater) replacesAfter.push(beginning);
  }
  return { own, goesOnFrom, replacesAfter };
}

/** Equal for messages that differ only in an absent or empty field, or in a text given as one part. */
function comparableMessage(message: ChatMessage): string {
  const { role, content } = message;
  const texts = Array.isArray(content) ? content.map(({ text }) => text) : [content ?? ''];
  const { name, tool_call_id: result, tool_calls: calls, function_call: called } = message;
  return JSON.stringify([role, texts, name ?? '', result ?? '', calls ?? [], called ?? '']);
}

/** A position as text, for the next process. */
export function formatPosition({ tip, base }: ConversationPosition): string {
  return `${tip}.${base}`;
}

/** The position in a kept key; undefined when the key is of a platform's call id. */
export function parsePosition(key: string): ConversationPosition | undefined {
  const [tip = '', base] = key.split('.');
  return base === undefined ? undefined : { tip, base };
}
