import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../server/contract/sessions.ts';
import { connectCall } from '../support/call-socket.ts';
import { type ClinicFunctions, hanging, startClinicFunctions } from '../support/clinic-function.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { temporaryFolder } from '../support/run-svc.ts';
import {
  callFunction,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../support/scripted-upstream.ts';
import { upstreamAt } from '../support/service.ts';
import { startServiceWithClinic } from '../support/service-with-clinic.ts';

let dataDir: string;
let clinic: ClinicFunctions;
let upstream: ScriptedUpstream;
beforeAll(async () => {
  dataDir = await temporaryFolder();
  clinic = await startClinicFunctions();
  clinic.script = hanging;
  upstream = await startScriptedUpstream(callFunction('book_visit', () => ({ day: 'Tuesday' })));
});
afterAll(async () => {
  await clinic?.close();
  await upstream?.close();
  await removeFolder(dataDir);
});

/** The service over the same data, and its API. */
const start = () => startServiceWithClinic(dataDir, upstreamAt(upstream.baseUrl));

describe('a process that is killed while a function runs', () => {
  it('says at the next start that nobody knows whether it was done', async () => {
    const first = await start();
    const { agent } = await first.api<{ agent: { id: string } }>('/agents', {
      name: 'Front desk',
      upstream: 'provider:model-small',
      tools: [
        {
          type: 'function',
          function: { name: 'book_visit' },
          endpoint: { url: `${clinic.url}/book`, timeout_seconds: 60 },
        },
      ],
    });
    const path = `/agents/${agent.id}/tokens`;
    const { token } = await first.api<{ token: { secret: string } }>(path, { name: 'retell' });
    const call = `${first.url}/proxy/${agent.id}/retell/${token.secret}/call-1`;
    const socket = await connectCall(call);
    socket.send({
      interaction_type: 'response_required',
      response_id: 1,
      transcript: [{ role: 'user', content: 'book me' }],
    });
    await eventually(() => expect(clinic.seen).toHaveLength(1));
    await first.end('SIGKILL');
    const second = await start();
    const { data } = await second.api<{ data: { id: string }[] }>('/sessions');
    const events = await second.api<{ data: SessionEvent[] }>(`/sessions/${data[0]?.id}/events`);
    const runs = events.data.filter(({ kind }) => kind.startsWith('function_'));
    expect(runs).toMatchObject([
      { kind: 'function_called', function: 'book_visit', turn: 0 },
      { kind: 'function_ended', function: 'book_visit', turn: 0, outcome: 'unknown' },
    ]);
    expect(runs[0]?.['run_id']).toBe(runs[1]?.['run_id']);
    await second.end('SIGTERM');
  });
});
