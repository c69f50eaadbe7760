import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { echo } from '../support/scripted-upstream.ts';
import { spawnService } from '../support/service-process.ts';
import { rule } from './rule-book/index.ts';

const words = 'call 202-555-0143 or ann@example.com';
const tokenized = /^call TOK1\.PHONE\.\S+ or TOK1\.EMAIL\.\S+$/;
const redacted = 'call [REDACTED:PHONE] or [REDACTED:EMAIL]';

let folder: string;
let file: string;
let tokenizing: string;
let redacting: string;
let proxy: ProxyKit;
let agent: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-policy-'));
  file = join(folder, 'policy.yaml');
  const shipped = join(import.meta.dirname, '../../configs/mask_policy.yaml');
  tokenizing = await readFile(shipped, 'utf8');
  redacting = tokenizing.replaceAll('action: tokenize', 'action: redact');
  await writeFile(file, tokenizing);
  proxy = await startProxy({ SVC_POLICY_PATH: file });
  agent = await proxy.agent();
});
afterAll(async () => {
  await proxy?.close();
  await removeFolder(folder);
});
beforeEach(async () => {
  proxy.upstream.script = echo;
  await reload(tokenizing);
});

async function reload(yaml: string) {
  await writeFile(file, yaml);
  const response = await proxy.service.api('/api/v1/admin/policy/reload', { method: 'POST' });
  return { status: response.status, body: (await response.json()) as Reload };
}

interface Reload {
  readonly policy: { sha256: string };
  readonly error?: { code: string; details: object[] };
}

const textsSent = () => proxy.upstream.seen.map(({ body }) => String(body.messages[0]?.content));

describe(rule('POST /api/v1/admin/policy/reload 2'), () => {
  it('a request in flight finishes on the old policy, the next uses the new one', async () => {
    const held = await proxy.agent();
    const arrived = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    proxy.upstream.script = async (seen, response) => {
      arrived.resolve();
      await go.promise;
      await echo(seen, response);
    };
    const first = proxy.ask(held, [user(words)]);
    await arrived.promise;
    const { body } = await reload(redacting);
    const second = proxy.ask(held, [user(words)]);
    go.resolve();
    expect(await first).toBe(`I heard: ${words}`);
    expect(await second).toBe(`I heard: ${redacted}`);
    const policies = (await proxy.records(held, 'request_masked')).map((r) => r['policy_sha256']);
    expect(policies[1]).toBe(body.policy.sha256);
    expect(policies[0]).not.toBe(policies[1]);
  });

  it('under load every request is masked by one policy or the other, never by both', async () => {
    const busy = await proxy.agent();
    const from = proxy.upstream.seen.length;
    let over = false;
    const client = async (): Promise<void> => {
      while (!over) await proxy.ask(busy, [user(words)]);
    };
    const clients = Promise.all(Array.from({ length: 4 }, client));
    for (let swap = 0; swap < 20; swap += 1) {
      const before = proxy.upstream.seen.length;
      await reload(swap % 2 === 0 ? redacting : tokenizing);
      await expect.poll(() => proxy.upstream.seen.length, { interval: 2 }).toBeGreaterThan(before);
    }
    over = true;
    await clients;
    const texts = textsSent().slice(from);
    const byRedaction = texts.filter((text) => text === redacted).length;
    const byToken = texts.filter((text) => tokenized.test(text)).length;
    expect(Math.min(byRedaction, byToken)).toBeGreaterThan(0);
    expect(byRedaction + byToken).toBe(texts.length);
  });

  it.each([
    ['is no policy', /[\s\S]+/, 'name: broken', { line: 1, column: 1 }],
    ['is no YAML', /^/, 'entities: [}', { line: 1 }],
    [
      'names a key that is not there',
      'kid: K_HEALTHCARE',
      'kid: K_MISSING',
      { path: 'kid', code: 'unknown_kid', column: 6 },
    ],
  ])('a file that %s is refused, and the old policy stays', async (_, from, to, place) => {
    const { status, body } = await reload(tokenizing.replace(from, to));
    expect([status, body.error?.code]).toEqual([422, 'policy_yaml_invalid']);
    expect(body.error?.details[0]).toMatchObject({ line: expect.any(Number), ...place });
    expect(await proxy.ask(agent, [user(words)])).toBe(`I heard: ${words}`);
    expect(textsSent().at(-1)).toMatch(tokenized);
  });

  it('a reload of a missing file is refused', async () => {
    await rm(file);
    const response = await proxy.service.api('/api/v1/admin/policy/reload', { method: 'POST' });
    expect(response.status).toBe(422);
    expect(await proxy.ask(agent, [user(words)])).toBe(`I heard: ${words}`);
  });

  it('an agent with a policy of its own keeps it', async () => {
    const own = await proxy.agent({ policy_yaml: tokenizing.replace('healthcare-', 'own-') });
    await reload(redacting);
    expect(await proxy.ask(own, [user(words)])).toBe(`I heard: ${words}`);
  });
});

describe(rule('svc policy validate 2'), () => {
  const bad = async (env: Record<string, string>) => {
    const path = join(folder, 'bad.yaml');
    await writeFile(path, tokenizing.replace('- nermodel', '- astrology'));
    return spawnService({
      SVC_POLICY_PATH: path,
      SVC_DATA_DIR: join(folder, `data-${env['SVC_DEV']}`),
      ...env,
    });
  };

  it('that is not valid prevents boot in production, with exit code 78', async () => {
    await expect(bad({ SVC_DEV: '0' })).rejects.toThrow(/ended with code 78[\s\S]*invalid_pass/);
  });

  it('is reported in the log with SVC_DEV=1, and the defaults are used', async () => {
    const service = await bad({ SVC_DEV: '1' });
    expect(service.output()).toContain('invalid_pass');
    expect(await service.end('SIGTERM')).toBe(0);
  });
});
