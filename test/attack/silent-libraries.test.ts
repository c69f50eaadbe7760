import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { spawnService } from '../support/service-process.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'svc-home-'));
});
afterAll(() => removeFolder(home));

it('no library reports to its maker: none collects events, or makes an id of this machine', async () => {
  const service = await spawnService({
    HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    SVC_DATA_DIR: join(home, 'data'),
  });
  await service.end('SIGTERM');
  expect(await readdir(home)).toEqual(['data']);
});
