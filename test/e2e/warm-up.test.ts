import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';

let dataDir: string;
let service: ServiceProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-warm-'));
  service = await spawnService({ SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'info' });
});
afterAll(async () => {
  await service.end('SIGTERM');
  await removeFolder(dataDir);
});

it('all passes and stores are warm before the service first answers that it can take calls', async () => {
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  await service.line(/("msg":"answered")/);
  const [warm, answered] = ['"msg":"warmed up"', '"msg":"answered"'].map((text) =>
    service.output().indexOf(text),
  );
  expect(warm).toBeGreaterThan(-1);
  expect(answered).toBeGreaterThan(warm ?? 0);
});
