import type { ChatBodyMessage } from './chat-body.ts';
import type { JsonObject } from './dialect.ts';

/** What one speaker says in a row. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: readonly JsonObject[];
}

/** How a protocol in which user and assistant take turns says the parts of a message. */
export interface TurnWords {
  readonly text: (text: string) => JsonObject;
  readonly blocksOf: (message: ChatBodyMessage) => readonly JsonObject[];
  /** Where a block stands in its turn: lower ones first. */
  readonly rank: (block: JsonObject) => number;
}

/**
 * Such protocols begin and end with the user, while a call may begin with a greeting of the assistant and go
 * on after a silence of the caller.
 */
const opening = '(The call begins.)';
const silence = '(No answer.)';

export function isInstruction({ role }: ChatBodyMessage): boolean {
  return role === 'system' || role === 'developer';
}

/** Speakers in turn, without instructions: neighbours of one speaker are one turn. */
export function turnsOf(
  messages: readonly ChatBodyMessage[],
  { text, blocksOf, rank }: TurnWords,
): readonly Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    const content = isInstruction(message) ? [] : blocksOf(message);
    if (content.length === 0) continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role === role)
      turns[turns.length - 1] = { role, content: [...last.content, ...content] };
    else turns.push({ role, content });
  }
  const ordered = turns.map(({ role, content }) => ({
    role,
    content: content.toSorted((one, other) => rank(one) - rank(other)),
  }));
  const said = (words: string): Turn => ({ role: 'user', content: [text(words)] });
  return [
    ...(ordered[0]?.role === 'user' ? [] : [said(opening)]),
    ...ordered,
    ...(ordered.at(-1)?.role === 'assistant' ? [said(silence)] : []),
  ];
}
