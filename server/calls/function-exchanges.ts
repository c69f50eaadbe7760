import { type ChatMessage, type ChatRequest, textOf } from '../domain/chat.ts';
import { itemAt } from '../domain/item-at.ts';

/** Most characters of exchanges that a call remembers. */
const maxRemembered = 256 * 1024;
/** Characters by which a message is known again. */
const mostWords = 200;

/** What functions of one reply were asked and answered. */
export interface FunctionExchange {
  /** The message behind which it stands: how many precede it, and its speaker and first words. */
  readonly behind: { readonly at: number; readonly role?: string; readonly words: string };
  readonly messages: readonly ChatMessage[];
}

interface RemembersExchanges {
  exchanges: readonly FunctionExchange[];
}

/** An exchange that came after these messages. Instructions do not count: platforms change them during a call. */
export function exchangeAfter(
  said: readonly ChatMessage[],
  messages: readonly ChatMessage[],
): FunctionExchange {
  const spoken = said.filter(isSpoken);
  const last = spoken.at(-1);
  const words = last === undefined ? '' : textOf(last).slice(0, mostWords);
  return { behind: { at: spoken.length, ...(last && { role: last.role }), words }, messages };
}

/** Remembers an exchange, in place of `before` if that is given. The oldest are forgotten when there are too many. */
export function rememberExchange(
  call: RemembersExchanges,
  exchange: FunctionExchange,
  before?: FunctionExchange,
): void {
  const at = before === undefined ? -1 : call.exchanges.indexOf(before);
  const all = at < 0 ? [...call.exchanges, exchange] : call.exchanges.with(at, exchange);
  const sizes = all.map((one) => JSON.stringify(one).length);
  const from = (index: number) => sizes.slice(index).reduce((sum, size) => sum + size, 0);
  call.exchanges = all.filter((_, index) => from(index) <= maxRemembered);
}

/** The request with the exchanges where they happened: no platform sends them back. */
export function withExchanges(
  exchanges: readonly FunctionExchange[],
  request: ChatRequest,
): ChatRequest {
  const said = request.messages;
  const places = said.flatMap((message, index) => (isSpoken(message) ? [index] : []));
  const spoken = places.map((index) => itemAt(said, index));
  // Before the next message, so that instructions stay with what they follow. Nothing may come between a call and its results.
  const afterOf = (found: number) =>
    places[spoken.findIndex(({ role }, index) => index > found && role !== 'tool')] ?? said.length;
  const placed = exchanges.map(({ behind, messages }) => ({
    place: afterOf(placeOf(behind, spoken)),
    messages,
  }));
  const at = (index: number) =>
    placed.flatMap(({ place, messages }) => (place === index ? messages : []));
  const messages = said.flatMap((message, index) => [...at(index), message]);
  return { ...request, messages: [...messages, ...at(said.length)] };
}

/**
 * Index of the message behind which an exchange stands. A platform may have cut what was said earlier: then it is found
 * by its words, and -1 where it is gone. A caller who spoke on has begun with the same words.
 */
function placeOf(
  { at, role, words }: FunctionExchange['behind'],
  spoken: readonly ChatMessage[],
): number {
  const isIt = (message: ChatMessage | undefined) =>
    message !== undefined && message.role === role && textOf(message).startsWith(words);
  if (isIt(spoken[at - 1])) return at - 1;
  return spoken.slice(0, at).findLastIndex(isIt);
}

function isSpoken({ role }: ChatMessage): boolean {
  return role !== 'system' && role !== 'developer';
}
