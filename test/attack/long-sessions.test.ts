import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OneTranscript } from '../../server/contract/live.ts';
import { OneReport } from '../../server/contract/report.ts';
import { eventually } from '../support/eventually.ts';
import { leaveLongSession } from '../support/long-session.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startWatchedService, type WatchedService } from '../support/watched-service.ts';

const events = 20_000;
/**
 * CPU time in milliseconds. A request may hold up others for 50; on a machine whose cores are shared, the same work
 * takes up to three times as much.
 */
const mostMs = 150;

let dataDir: string;
let session: string;
let service: WatchedService;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-long-session-'));
  session = `/api/v1/sessions/${await leaveLongSession(dataDir, events)}`;
  service = await startWatchedService({ SVC_DATA_DIR: dataDir });
  await eventually(async () => expect((await service.api(session)).status).toBe(200));
  // Code that has run before is faster.
  for (const path of ['report', 'transcript']) await textOf(`${session}/${path}`);
}, 300_000);
afterAll(async () => {
  await service?.close();
  await removeFolder(dataDir);
});

const textOf = async (path: string, init: RequestInit = {}): Promise<string> => {
  const response = await service.api(path, init);
  expect(response.status).toBe(200);
  return response.text();
};

/** The answer, after a check that it did not hold up the event loop for long. */
const paced = async (path: string, init: RequestInit = {}): Promise<string> => {
  let text = '';
  const [longest] = await service.longestStretches(async () => {
    text = await textOf(path, init);
  });
  expect(longest ?? 0).toBeLessThan(mostMs);
  return text;
};

describe('a long session is looked at while others are served (design D43)', {
  timeout: 300_000,
}, () => {
  it('in its report, which is written as its schema says', async () => {
    const text = await paced(`${session}/report`);
    const { report } = OneReport.parse(JSON.parse(text));
    expect(report.events.length).toBeGreaterThan(events * 0.99);
    expect(text).toBe(JSON.stringify({ report }));
  });

  it('in its transcript, which is written as its schema says', async () => {
    const text = await paced(`${session}/transcript`);
    const { transcript } = OneTranscript.parse(JSON.parse(text));
    expect(transcript.payloads).toBe('kept');
    expect(transcript.turns.every(({ parts }) => parts.length === 1)).toBe(true);
    expect(text).toBe(JSON.stringify({ transcript }));
  });

  it('in the proof of an event', async () => {
    const { data } = JSON.parse(await paced(`${session}/events?limit=100`));
    const proof = JSON.parse(await paced(`${session}/events/${data[0].id}/proof`));
    expect(proof.tree_size).toBeGreaterThan(events * 0.99);
  });

  it.each([
    ['GET', '/api/v1/sessions?limit=100'],
    ['GET', '/api/v1/audit'],
    ['GET', '/api/v1/audit/export'],
    ['POST', '/audit/verify'],
  ])('in %s %s', async (method, path) => {
    expect(await paced(path, { method })).not.toBe('');
  });
});
