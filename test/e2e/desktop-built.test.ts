import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { appFolder, buildApp } from '../support/desktop/built-app.ts';
import { freePort } from '../support/free-port.ts';
import { processEnv } from '../support/process-env.ts';
import { removeFolder } from '../support/remove-folder.ts';

const program = new URL('../support/desktop/index-program.ts', import.meta.url).pathname;

describe('The built app', { timeout: 180_000 }, () => {
  it('starts its server, shows the portal, and ends both when it is quit', async () => {
    await buildApp();
    const folder = await mkdtemp(join(tmpdir(), 'svc-built-'));
    onTestFinished(() => removeFolder(folder));
    await mkdir(join(folder, 'userData'));
    const values = { port: await freePort(), ingressPort: await freePort() };
    const file = join(folder, 'userData', 'settings.json');
    await writeFile(file, JSON.stringify({ version: 1, values }));
    const env = { ...processEnv(), DESKTOP_FOLDER: folder, XDG_DATA_HOME: folder };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, join(appFolder, 'main', 'index.js')],
      { env },
    );
    expect(stdout).toBe(`shows http://127.0.0.1:${values.port}/portal\nended with 0\n`);
    const data = join(folder, 'voice-phi-proxy');
    expect(await readdir(data)).not.toContain('host.json');
    const log = await readFile(join(data, 'logs', 'server.log'), 'utf8');
    expect(log).toContain('listening on');
  });

  it('gives its pages one small script, which knows no schema and no Node', async () => {
    await buildApp();
    const preload = await readFile(join(appFolder, 'main', 'preload.cjs'), 'utf8');
    expect(preload.length).toBeLessThan(4_000);
    expect(preload.match(/require\("[^"]+"\)/g)).toEqual(['require("electron")']);
  });
});
