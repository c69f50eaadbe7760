import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costlyBodies, tokenBodies, user } from './large-bodies.ts';
import { removeFolder } from './remove-folder.ts';
import { postBytes } from './signed-bytes.ts';
import { startWatchedService } from './watched-service.ts';

/** The most that three large calls may leave in use, in MiB. */
export const mostMiB = {
  /** Of the heap; these requests leave 28, and left 49 before what is kept of an open call was counted in bytes. */
  open: 38,
  /** Of the heap, once the calls are over: code that V8 has compiled since, and what it keeps of objects' shapes. */
  ended: 16,
  /** Resident: pages that V8 and the allocator hold for the next large request. */
  resident: 120,
};

/** Bodies and their shares: of leaves and tokens as many as one request may have masked. */
const largest = [
  [costlyBodies['20,000 leaves of JSON'], 0.2],
  [costlyBodies['4,000 telephone numbers'], 1],
  [tokenBodies['foreign tokens'], 0.2],
] as const;

/** A service that takes three large calls, and what it has in use since before them. */
export interface LargeCalls {
  begin(): Promise<void>;
  hangUp(): Promise<void>;
  /** More of the main thread's heap, in MiB, without garbage. */
  heapMore(): Promise<number>;
  /** More resident memory, in MiB. */
  residentMore(): Promise<number>;
  close(): Promise<void>;
}

export async function startLargeCalls(): Promise<LargeCalls> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-heap-'));
  const service = await startWatchedService({
    HEAP_WATCH_FILE: join(folder, 'port'),
    MALLOC_ARENA_MAX: '2',
    NODE_OPTIONS: `--max-semi-space-size=8 --import=${new URL('./heap-watch.mjs', import.meta.url)}`,
  });
  const agent = await service.createAgent({ name: 'a', upstream: 'stub' });
  const post = async (body: object, path?: string) => {
    const { status } = await postBytes(service, agent, JSON.stringify(body), path);
    if (status !== 200) throw new Error(`a request was answered with ${status}`);
  };
  const say = (id: string, body: object) => post({ ...body, stream: true, call: { id } });
  const heapMiB = async () => {
    const port = await readFile(join(folder, 'port'), 'utf8');
    return Number(await (await fetch(`http://127.0.0.1:${port}`)).text());
  };
  for (let round = 0; round < 3; round += 1)
    await say('first', { messages: [user(`${round} my number is 202 555 0143. `.repeat(500))] });
  const heap = await heapMiB();
  const resident = await service.residentMiB();
  return {
    begin: async () => {
      for (const [index, [body, share]] of largest.entries())
        await say(`call ${index}`, body?.(share) ?? {});
    },
    hangUp: async () => {
      for (const index of largest.keys()) {
        const ended = { type: 'end-of-call-report', endedReason: 'customer-ended-call' };
        const message = { ...ended, call: { id: `call ${index}` } };
        await post({ message }, `/voice/webhook/${agent}`);
      }
    },
    heapMore: async () => (await heapMiB()) - heap,
    residentMore: async () => (await service.residentMiB()) - resident,
    close: async () => {
      await service.close();
      await removeFolder(folder);
    },
  };
}
