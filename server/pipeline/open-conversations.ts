import type { Conversation } from '../ports/open-calls.ts';
import { type ConversationPosition, replaceableMs } from './conversation.ts';

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
   * Takes a request to the call that it goes on with, else to the one that `begin` makes. A request
   * goes on with a call whose last request it repeats and continues. It also does so when it says the
   * last words of one call in other words within `replaceableMs`; where two calls would fit, with none.
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

  /** The call stands where it stood in an earlier process. */
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

/** Of calls with equal messages, which hold the same values, the one that spoke last. */
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
