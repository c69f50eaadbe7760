import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extractFile } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resourceManifest } from '../../main/appliance/integrity.ts';
import type { Supervisor } from '../../main/appliance/supervisor.ts';
import { hostedService } from '../support/desktop/hosted-service.ts';
import { type SignedIn, signedIn } from '../support/pack/first-call.ts';
import { packedFor } from '../support/pack/packed.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { webhookSecret } from '../support/service.ts';

const run = promisify(execFile);
const packed = packedFor({ os: 'linux', arch: process.arch === 'arm64' ? 'arm64' : 'x64' });
const number = '202-555-0143';

let folder: string;
let upstream: ScriptedUpstream;
let server: Supervisor;
let portal: SignedIn;

/** Started as the desktop app does it: by the manifest of app.asar, with the bundled Node. */
function hosted(product: string, dataDir: string): Supervisor {
  const manifest = extractFile(packed.asar, join('main', 'integrity.json')).toString('utf8');
  return hostedService({
    node: join(product, 'bin/node'),
    entry: join(product, 'server/svc.js'),
    integrity: { manifest: resourceManifest.parse(JSON.parse(manifest)), folder: product },
    dataDir,
    upstream: upstream.baseUrl,
    // Nothing of this machine or of the checkout.
    env: { PATH: '/nonexistent', HOME: dataDir },
    variables: { NODE_COMPILE_CACHE: '' },
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-packed-'));
  upstream = await startScriptedUpstream();
  server = hosted(packed.product, folder);
  server.start();
  await vi.waitFor(() => expect(server.state().phase).toBe('running'), 90_000);
  const { url } = server.state();
  portal = await signedIn(url ?? '', (await server.ticket()) ?? '', webhookSecret);
});

afterAll(async () => {
  await server.stop();
  await upstream.close();
  await removeFolder(folder);
});

describe('the packed server, under the Node that comes with it', () => {
  it('serves a signed call: masked on its way out, restored on its way back', async () => {
    expect(await portal.call(`my number is ${number}`, 'provider:model-small')).toContain(number);
    const [seen] = upstream.seen;
    expect(seen?.raw).toContain('TOK1.PHONE.');
    expect(seen?.raw).not.toContain(number);
  });

  it('finds names with the model that it brings', async () => {
    const { stdout } = await run(
      'sh',
      ['-c', `printf 'this is Margaret Holloway' | "$0" detect -`, join(packed.product, 'bin/svc')],
      {
        env: { SVC_DEV: '1', SVC_DATA_DIR: folder },
      },
    );
    expect(stdout).toContain('NAME');
  });

  it('prints the report of the call in a process of its own', async () => {
    const { data } = (await (await portal.api('/api/v1/sessions')).json()) as {
      data: { id: string }[];
    };
    const report = await portal.api(`/api/v1/sessions/${data[0]?.id}/report?format=pdf`);
    expect([report.status, report.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await report.text()).slice(0, 5)).toBe('%PDF-');
  });

  it('verifies its journal in a thread of its own', async () => {
    const verified = await portal.api('/audit/verify', {});
    expect(await verified.json()).toMatchObject({ ok: true, message: 'chain ok' });
  });

  it('brings the portal and the description of its interface', async () => {
    const page = await (await portal.api('/portal')).text();
    const script = /src="(\/portal\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
    expect((await portal.api(script)).status).toBe(200);
    expect((await portal.api('/api/v1/docs')).status).toBe(200);
  });

  it('says the version of the package', async () => {
    const { version } = JSON.parse(await readFile(join(packed.product, 'package.json'), 'utf8'));
    const { stdout } = await run(join(packed.product, 'bin/svc'), ['--version'], { env: {} });
    expect(stdout.trim()).toBe(version);
  });
});

describe('an installed file that was changed', () => {
  it('stops the server from being started, and is named', async () => {
    const product = join(folder, 'product');
    await cp(packed.product, product, { recursive: true });
    const worker = join(product, 'server/tagger-worker.js');
    await writeFile(worker, `${await readFile(worker, 'utf8')}\n`);
    const other = hosted(product, join(folder, 'other'));
    other.start();
    await expect.poll(() => other.state().phase).toBe('refused');
    expect(other.state().problems).toEqual([
      { path: 'server/tagger-worker.js', message: expect.stringContaining('was changed') },
    ]);
    await other.stop();
  });
});
