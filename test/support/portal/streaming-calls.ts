import { setTimeout as pause } from 'node:timers/promises';
import { type ProxyKit, user } from '../proxy-kit.ts';
import { lastUserText } from '../scripted-upstream.ts';

export interface Chatter {
  readonly calls: number;
  /** Pieces of each reply. */
  readonly pieces: number;
  /** Between the pieces of a reply, in milliseconds; 0 sends them as fast as they are taken. */
  readonly everyMs: number;
}

/** The reply to turn `turn` of call `call`, whole. */
export const chatterOf = (call: number, turn: number, pieces: number): string =>
  Array.from({ length: pieces }, (_, at) => `c${call}t${turn}w${at} `).join('');

/** One turn of many simultaneous calls, each with a streamed reply; resolves when all replies are whole. */
export async function chatterTurn(
  proxy: ProxyKit,
  agent: string,
  turn: number,
  { calls, pieces, everyMs }: Chatter,
): Promise<void> {
  proxy.upstream.script = async (seen, response) => {
    const call = Number(/call (\d+)/.exec(lastUserText(seen))?.[1]);
    response.setHeader('content-type', 'text/event-stream');
    for (let at = 0; at < pieces; at += 1) {
      const choices = [
        { index: 0, delta: { content: `c${call}t${turn}w${at} ` }, finish_reason: null },
      ];
      response.write(`data: ${JSON.stringify({ id: 'c', model: 'm', choices })}\n\n`);
      await pause(everyMs);
    }
    const choices = [{ index: 0, delta: {}, finish_reason: 'stop' }];
    response.end(`data: ${JSON.stringify({ id: 'c', model: 'm', choices })}\n\ndata: [DONE]\n\n`);
  };
  await Promise.all(
    Array.from({ length: calls }, async (_, call) => {
      const messages = [user(`this is call ${call}, turn ${turn}, from 415-555-0142`)];
      const id = `chatter-${call}`;
      const answer = await proxy.post(agent, { model: 'm', stream: true, call: { id }, messages });
      await answer.text();
    }),
  );
}
