import { randomUUID } from 'node:crypto';
import { connectCall } from '../call-socket.ts';
import type { Ingress } from './ingress.ts';

/** Retell's custom LLM, by its WebSocket. */
export const retellIngress: Ingress = {
  name: 'socket of Retell',
  isSocket: true,
  converse: async ({ url, agentId, token }, words) => {
    const socket = await connectCall(`${url}/proxy/${agentId}/retell/${token}/${randomUUID()}`);
    const transcript = [{ role: 'user', content: words }];
    socket.send({ interaction_type: 'response_required', response_id: 1, transcript });
    const heard = await socket.until((got) => {
      const parts = got.filter((one) => one['response_id'] === 1);
      const last = parts.at(-1);
      if (last?.['content_complete'] !== true) return undefined;
      const text = parts.map((part) => part['content'] ?? '').join('');
      return { text, ends: last['end_call'] === true };
    });
    await socket.hangUp();
    return heard;
  },
};

/** Twilio's ConversationRelay. */
export const twilioIngress: Ingress = {
  name: 'socket of Twilio',
  isSocket: true,
  converse: async ({ url, agentId, token }, words, { tools }) => {
    const socket = await connectCall(`${url}/proxy/${agentId}/twilio/${token}`);
    socket.send({ type: 'setup', callSid: randomUUID() });
    socket.send({ type: 'prompt', voicePrompt: words, last: true });
    const heard = await socket.until((got) => {
      const last = got.at(-1);
      const ends = last?.['type'] === 'end';
      if (tools ? !ends : last?.['last'] !== true) return undefined;
      return { text: got.map((one) => one['token'] ?? '').join(''), ends };
    });
    await socket.hangUp();
    return heard;
  },
};
