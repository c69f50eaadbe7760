import { randomUUID } from 'node:crypto';
import { connectCall } from '../call-socket.ts';
import type { Ingress } from './ingress.ts';

/** Retell's custom LLM, by its WebSocket. */
export const retellIngress: Ingress = {
  name: 'socket of Retell',
  onlyStreamedWords: true,
  converse: async ({ url, agentId, token }, words) => {
    const socket = await connectCall(`${url}/proxy/${agentId}/retell/${token}/${randomUUID()}`);
    const transcript = [{ role: 'user', content: words }];
    socket.send({ interaction_type: 'response_required', response_id: 1, transcript });
    const text = await socket.until((got) => {
      const parts = got.filter((one) => one['response_id'] === 1);
      const isWhole = parts.at(-1)?.['content_complete'] === true;
      return isWhole ? parts.map((part) => part['content']).join('') : undefined;
    });
    await socket.hangUp();
    return { text };
  },
};

/** Twilio's ConversationRelay. */
export const twilioIngress: Ingress = {
  name: 'socket of Twilio',
  onlyStreamedWords: true,
  converse: async ({ url, agentId, token }, words) => {
    const socket = await connectCall(`${url}/proxy/${agentId}/twilio/${token}`);
    socket.send({ type: 'setup', callSid: randomUUID() });
    socket.send({ type: 'prompt', voicePrompt: words, last: true });
    const text = await socket.until((got) =>
      got.at(-1)?.['last'] === true ? got.map((one) => one['token']).join('') : undefined,
    );
    await socket.hangUp();
    return { text };
  },
};
