import { mkdtemp, readdir, readFile, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { spawnSvc } from '../support/run-svc.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';

const password = 'idp-secret-of-this-test';
const secrets = {
  SVC_MASTER_KEY: 'ab12'.repeat(16),
  SVC_KEY_K_HEALTHCARE: 'cd34'.repeat(16),
  SVC_VOICE_WEBHOOK_SECRET: 'webhook-secret-of-this-test',
  SVC_VOICE_WEBHOOK_SECRET_PREVIOUS: 'earlier-secret-of-this-test',
  SVC_TWILIO_AUTH_TOKEN: 'twilio-token-of-this-test',
  SVC_UPSTREAM_API_KEY: 'provider-key-of-this-test',
  SVC_METRICS_TOKEN: 'metrics-token-of-this-test',
  SVC_IDP_CLIENT_SECRET: password,
  AWS_ACCESS_KEY_ID: 'AKIAOFTHISTESTALONE0',
  AWS_SECRET_ACCESS_KEY: 'aws-secret-of-this-test',
  AWS_SESSION_TOKEN: 'aws-session-of-this-test',
  AWS_CONTAINER_AUTHORIZATION_TOKEN: 'aws-container-of-this-test',
};

let place: FreshDatabase;
let folder: string;
let service: ServiceProcess;
beforeAll(async () => {
  place = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'svc-secrets-'));
  service = await spawnService({
    ...secrets,
    SVC_DATABASE_URL: place.url.reveal(),
    SVC_DATA_DIR: folder,
    SVC_IDP_ISSUER: 'https://id.example.com',
    SVC_IDP_CLIENT_ID: 'svc',
    SVC_ADMIN_LOGINS: 'chief@example.com',
    // Not all are ASCII, and what is not ours stays.
    KEPT_BEFORE: 'Grüße',
    ZZ_KEPT_AFTER: 'kept',
  });
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await removeFolder(folder);
  await place?.remove();
});

/** The process and all that it started. */
async function family(pid: number): Promise<readonly number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
  const pids = children === '' ? [] : children.split(' ').map(Number);
  return [pid, ...(await Promise.all(pids.map(family))).flat()];
}

/** Ports that a process listens on, over TCP of both versions. */
async function listening(pid: number): Promise<readonly number[]> {
  const fds = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.all(
    fds.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
  );
  const inodes = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')),
  );
  return tables
    .flatMap((table) => table.split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === '0A' && inodes.has(fields[9] ?? ''))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16));
}

describe.runIf(process.platform === 'linux')('of a service that runs', () => {
  it('the system shows no key and no secret that it was started with, nor its children any', async () => {
    const values = [...Object.values(secrets), new URL(place.url.reveal()).password];
    for (const pid of await family(service.pid)) {
      const shown = await readFile(`/proc/${pid}/environ`, 'utf8');
      expect(values.filter((value) => shown.includes(value))).toEqual([]);
      expect(shown).not.toContain('SVC_');
    }
    const own = await readFile(`/proc/${service.pid}/environ`, 'utf8');
    expect(own).toContain('KEPT_BEFORE=Grüße\0');
    expect(own).toContain('ZZ_KEPT_AFTER=kept\0');
    expect(service.output()).not.toContain('/proc');
  });

  it('SIGUSR1 opens no inspector, and neither it nor SIGUSR2 ends the process', async () => {
    for (const signal of ['SIGUSR1', 'SIGUSR2'] as const) {
      process.kill(service.pid, signal);
      // Delivered, and then a turn of the event loop, in which an inspector would be opened.
      await expect
        .poll(() => readFile(`/proc/${service.pid}/status`, 'utf8'))
        .toMatch(/^ShdPnd:\s+0+$/m);
      for (let turn = 0; turn < 20; turn += 1)
        expect((await fetch(`${service.url}/health`)).status).toBe(200);
    }
    expect(await listening(service.pid)).toEqual([Number(new URL(service.url).port)]);
    expect(service.output()).not.toContain('Debugger');
    expect(await service.end('SIGTERM')).toBe(0);
  });
});

describe('a signing secret that can be guessed', () => {
  it('stops the service at its start, and the message names the variable and not the secret', async () => {
    for (const secret of ['guess-me', 'whsec_guess-me-if-you-can-do-it']) {
      const { code, err } = await spawnSvc(['serve'], {
        env: { SVC_VOICE_WEBHOOK_SECRET: secret },
      });
      expect([code, err]).toEqual([
        78,
        expect.stringMatching(/SVC_VOICE_WEBHOOK_SECRET: must have .*16 (characters|bytes)/),
      ]);
      expect(err).not.toContain('guess-me');
    }
  });

  it('is warned of in development', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'svc-short-'));
    const short = await spawnService({
      SVC_DATA_DIR: dataDir,
      SVC_VOICE_WEBHOOK_SECRET: 'guess-me',
    });
    await expect.poll(short.output).toContain('a signing secret has fewer than 16 characters');
    expect(await short.end('SIGTERM')).toBe(0);
    await removeFolder(dataDir);
  });
});
