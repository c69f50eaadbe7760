import type { ChatMessage } from '../../domain/chat.ts';

/** What both sides of a call have said, for a platform that sends no history. */
export class CallHistory {
  #messages: ChatMessage[] = [];

  get messages(): readonly ChatMessage[] {
    return this.#messages;
  }

  /** Of all words, in UTF-8. */
  get bytes(): number {
    return this.#messages.reduce((sum, { content }) => sum + Buffer.byteLength(`${content}`), 0);
  }

  /** Adds what the caller said. */
  hear(words: string): void {
    this.#messages.push({ role: 'user', content: words });
  }

  /** Adds a piece to what the agent is saying. */
  say(words: string): void {
    const last = this.#messages.at(-1);
    if (last?.role !== 'assistant') this.#messages.push({ role: 'assistant', content: words });
    else this.#messages.splice(-1, 1, { ...last, content: `${last.content}${words}` });
  }

  /**
   * Leaves of the agent's last words what the caller has heard of them. Where the platform spells it in
   * another way than it was written, its spelling stays.
   */
  cut(heard: string): void {
    const at = this.#messages.findLastIndex(({ role }) => role === 'assistant');
    const said = this.#messages[at]?.content;
    if (typeof said !== 'string') return;
    const from = said.indexOf(heard);
    const content = from < 0 ? heard : said.slice(0, from + heard.length);
    const left: ChatMessage[] = heard === '' ? [] : [{ role: 'assistant', content }];
    this.#messages.splice(at, 1, ...left);
  }
}
