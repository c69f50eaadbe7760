import type { ServerResponse } from 'node:http';
import type { Script } from '../scripted-upstream.ts';

/** A reply that the model speaks piece by piece, at the test's orders. */
export interface SpokenReply {
  readonly script: Script;
  /** Sends more of it, once it was asked for. */
  say(text: string): Promise<void>;
  finish(): Promise<void>;
}

/** A model that waits with each piece of its streamed reply until the test says so. */
export function spokenReply(): SpokenReply {
  let arrived: (response: ServerResponse) => void;
  const asked = new Promise<ServerResponse>((resolve) => {
    arrived = resolve;
  });
  let ended: () => void;
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const send = async (delta: object, finish_reason: string | null): Promise<void> => {
    const response = await asked;
    const choices = [{ index: 0, delta, finish_reason }];
    const chunk = { id: 'chatcmpl-spoken', object: 'chat.completion.chunk', model: 'm', choices };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  return {
    script: async (_, response) => {
      response.setHeader('content-type', 'text/event-stream');
      arrived(response);
      await end;
      response.end('data: [DONE]\n\n');
    },
    say: (content) => send({ content }, null),
    finish: async () => {
      await send({}, 'stop');
      ended();
    },
  };
}
