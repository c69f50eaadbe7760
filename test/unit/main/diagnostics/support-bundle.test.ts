import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gatherFacts } from '../../../../main/diagnostics/gather-facts.ts';
import { createRedactor } from '../../../../main/diagnostics/redactor.ts';
import { supportBundle } from '../../../../main/diagnostics/support-bundle.ts';
import type { ApplianceState, SettingView } from '../../../../main/ipc/schema.ts';
import { temporaryFolder } from '../../../support/desktop/custody-kit.ts';

const since = '2026-01-05T08:00:00.000Z';
const setting: Omit<SettingView, 'key' | 'type' | 'value'> = {
  group: 'service',
  title: '',
  description: '',
  choices: [],
  isSet: true,
  source: 'policy',
  locked: true,
  restart: 'server',
  problem: null,
};

function stateAt(url: string | null): ApplianceState {
  return {
    app: { version: '0.1.0', platform: 'linux', serviceMode: false },
    server: {
      phase: 'crash_loop',
      since,
      url,
      ingressUrl: null,
      restarts: 5,
      lastExit: 'exit 1',
      reasons: [],
      problems: [{ path: 'port', message: 'ask 415-555-0142' }],
    },
    tunnel: { provider: 'ssh', phase: 'failed', since, publicUrl: null, restarts: 0, detail: null },
    keys: { custody: 'keychain', backend: 'dpapi', recoveryKitMadeAt: null, problem: null },
    settings: [
      { ...setting, key: 'port', type: 'integer', value: 8787 },
      { ...setting, key: 'metricsToken', type: 'secret', value: null },
    ],
    update: { phase: 'off', version: null, detail: null },
  };
}

async function bundleOf(url: string | null, fill: (dataDir: string) => Promise<void>) {
  const dataDir = await temporaryFolder();
  const logDir = join(dataDir, 'logs');
  await mkdir(logDir);
  await fill(dataDir);
  const facts = await gatherFacts({ state: stateAt(url), dataDir, logDir, now: Date.parse(since) });
  return supportBundle(facts, createRedactor({ secrets: [], home: '' }));
}

describe('A support bundle is one text that a person can read', () => {
  it('a support bundle holds versions, states, settings, names and sizes of files, and the ends of the logs', async () => {
    const bundle = await bundleOf(null, async (dataDir) => {
      await writeFile(join(dataDir, 'vault.db'), Buffer.alloc(4096, 'secret'));
      await mkdir(join(dataDir, 'sign-in'));
      await writeFile(join(dataDir, 'sign-in', 'ab'.repeat(32)), 'x');
      await writeFile(join(dataDir, 'logs', 'server.log'), '{"level":30,"msg":"answered"}\n');
    });
    expect(bundle).toContain('Made 2026-01-05T08:00:00.000Z');
    expect(bundle).toMatch(/== Versions ==\napp: 0\.1\.0\nelectron: none\n/);
    expect(bundle).toContain('"phase": "crash_loop"');
    expect(bundle).toContain('== Health ==\nthe service is not running');
    expect(bundle).toContain('port = 8787 (policy, locked)');
    expect(bundle).toContain('metricsToken = "[set]" (policy, locked)');
    expect(bundle).toContain('vault.db: 4096 bytes\n');
    expect(bundle).toContain('sign-in: 1 bytes, 1 entries\n');
    expect(bundle).toContain('== Log: server.log ==\n{"level":30,"msg":"answered"}\n');
    expect(bundle).not.toMatch(/secret{2}|abab|415-555/);
  });

  it('a support bundle holds what the health page says', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(503);
      response.end('{"status":"unavailable","reasons":["draining"]}');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await bundleOf(url, async () => {})).toContain(
      '== Health ==\n503 {"status":"unavailable","reasons":["draining"]}',
    );
  });

  it('of a long log, the last whole lines', async () => {
    const bundle = await bundleOf(null, async (dataDir) => {
      const lines = Array.from({ length: 20_000 }, (_, line) => `line ${line % 1000}`);
      await writeFile(join(dataDir, 'logs', 'app.log'), `${lines.join('\n')}\nthe last\n`);
    });
    expect(bundle.length).toBeLessThan(300_000);
    expect(bundle).toMatch(/== Log: app\.log ==\nline \d+\n/);
    expect(bundle).toMatch(/\nthe last\n$/);
  });

  it('whatever cannot be looked at', async () => {
    const facts = await gatherFacts({
      state: stateAt('http://127.0.0.1:9'),
      dataDir: '/no/such/folder',
      logDir: '/no/such/folder',
      now: 0,
    });
    expect(facts).toMatchObject({ files: [], logs: {}, health: 'no answer (TypeError)' });
  });
});
