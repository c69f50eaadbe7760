import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundTexts } from '../../server/contract/sessions.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { temporaryFolder } from '../support/run-svc.ts';
import { webhookSecret } from '../support/service.ts';
import { startServiceWithClinic } from '../support/service-with-clinic.ts';
import { signedFetch } from '../support/signed-fetch.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await temporaryFolder();
});
afterAll(() => removeFolder(dataDir));

const start = () =>
  startServiceWithClinic(dataDir, {
    SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
  });

describe('a process that is killed after calls and before their texts are read for searches', () => {
  it('reads them after the next start', async () => {
    const first = await start();
    const { agent } = await first.api<{ agent: { id: string } }>('/agents', {
      name: 'Front desk',
      upstream: 'stub',
    });
    const post = (path: string, body: object) =>
      signedFetch(webhookSecret)(`${first.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const count = 3;
    for (let at = 0; at < count; at += 1) {
      const call = { id: `call-${at}` };
      const messages = [{ role: 'user', content: 'refill my insulin' }];
      await post(`/proxy/${agent.id}/v1/chat/completions`, { model: 'm', messages, call });
      await post(`/voice/webhook/${agent.id}`, { message: { type: 'end-of-call-report', call } });
    }
    await first.end('SIGKILL');
    const second = await start();
    await eventually(async () => {
      const body = { text: 'insulin refill', limit: 1 };
      const found = await second.api<FoundTexts>('/sessions/text-searches', body);
      expect(found).toMatchObject({ total: count, unread_calls: 0 });
    });
    await second.end('SIGTERM');
  });
});
