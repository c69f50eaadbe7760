import { vi } from 'vitest';
import { dayAt, daysAround } from '../../server/domain/reports/schedule.ts';
import { sealingMs } from '../../server/sessions/scheduled-reports.ts';
import { eventually } from './eventually.ts';
import { user } from './proxy-kit.ts';
import { startService, webhookSecret } from './service.ts';
import { signedFetch } from './signed-fetch.ts';

const hourMs = 3_600_000;

/** Noon of the Sunday before the week of today, in UTC; early on a Monday, today is yesterday. */
function lastSunday(): number {
  const { first } = daysAround('week', dayAt(Date.now() - sealingMs, 'UTC'));
  return Date.parse(`${first}T00:00:00.000Z`) - 12 * hourMs;
}

/**
 * Calls of the last week, one for each text, with the test model that answers without a provider. Resolves with
 * the environment of a service that has them in its folder.
 */
export async function callsOfLastWeek(
  texts: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  vi.useFakeTimers({ toFake: ['Date'], now: lastSunday() });
  try {
    const service = await startService({ SVC_DEV: '0' });
    const agent = await service.createAgent({ name: 'Front desk', upstream: 'stub' });
    const post = signedFetch(webhookSecret);
    const send = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const url = `${service.url}${path}`;
      const answer = await post(url, { method: 'POST', headers, body: JSON.stringify(body) });
      if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    };
    for (const [at, text] of texts.entries()) {
      const call = { id: `last-week-${at}` };
      const body = { model: 'm', messages: [user(text)], call };
      await send(`/proxy/${agent}/v1/chat/completions`, body);
      await send(`/voice/webhook/${agent}`, { message: { type: 'end-of-call-report', call } });
    }
    await eventually(async () => {
      const sealed = (await service.records()).filter(({ kind }) => kind === 'session_sealed');
      if (sealed.length < texts.length) throw new Error('not sealed yet');
    });
    await service.close({ keepData: true });
    return { SVC_DATA_DIR: service.dataDir };
  } finally {
    vi.useRealTimers();
  }
}
