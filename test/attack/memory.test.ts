import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { costlyBodies, tokenBodies, user } from '../support/large-bodies.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { postBytes } from '../support/signed-bytes.ts';
import { startWatchedService, type WatchedService } from '../support/watched-service.ts';

/** In MiB; these requests leave 28, and left 49 before what is kept of an open call was counted in bytes. */
const mostOpen = 38;
/** In MiB, once the calls are over: code that V8 has compiled since, and what it keeps of objects' shapes. */
const mostEnded = 16;
/** In MiB: pages that V8 and the allocator hold for the next large request. */
const mostResident = 120;

const largest = [
  costlyBodies['20,000 leaves of JSON'],
  costlyBodies['10,000 telephone numbers'],
  tokenBodies['foreign tokens'],
];

let service: WatchedService;
let agent: string;
let folder: string;
let heap: number;
let resident: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-heap-'));
  service = await startWatchedService({
    HEAP_WATCH_FILE: join(folder, 'port'),
    MALLOC_ARENA_MAX: '2',
    NODE_OPTIONS: `--max-semi-space-size=8 --import=${new URL('../support/heap-watch.mjs', import.meta.url)}`,
  });
  agent = await service.createAgent({ name: 'a', upstream: 'stub' });
  for (let round = 0; round < 3; round += 1)
    await say('first', { messages: [user(`${round} my number is 202 555 0143. `.repeat(500))] });
  heap = await heapMiB();
  resident = await service.residentMiB();
});
afterAll(async () => {
  await service?.close();
  await removeFolder(folder);
});

const say = async (id: string, body: object) => {
  const request = JSON.stringify({ ...body, stream: true, call: { id } });
  expect((await postBytes(service, agent, request)).status).toBe(200);
};
const hangUp = async (id: string) => {
  const message = { type: 'end-of-call-report', endedReason: 'customer-ended-call', call: { id } };
  const path = `/voice/webhook/${agent}`;
  expect((await postBytes(service, agent, JSON.stringify({ message }), path)).status).toBe(200);
};
/** What is in use of the main thread's heap, in MiB, without garbage. */
const heapMiB = async () => {
  const port = await readFile(join(folder, 'port'), 'utf8');
  return Number(await (await fetch(`http://127.0.0.1:${port}`)).text());
};

describe('the memory that large requests take is given back', { timeout: 600_000 }, () => {
  it('open calls hold little memory', async () => {
    for (const [index, body] of largest.entries()) await say(`call ${index}`, body?.() ?? {});
    await eventually(async () => expect((await heapMiB()) - heap).toBeLessThan(mostOpen));
  });

  it('the memory is given back once the calls are over', async () => {
    for (const index of largest.keys()) await hangUp(`call ${index}`);
    await eventually(async () => expect((await heapMiB()) - heap).toBeLessThan(mostEnded));
    await eventually(async () =>
      expect((await service.residentMiB()) - resident).toBeLessThan(mostResident),
    );
  });
});
