import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeListener, startListener } from '../../../support/desktop/ingress.ts';
import { openKit, type TunnelKit } from '../../../support/desktop/tunnel-kit.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

describe('a program that is missing or too old', () => {
  let folder: string;
  let ingress: FakeListener;
  let kit: TunnelKit | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-bin-'));
    ingress = await startListener('ingress');
  });
  afterEach(async () => {
    await kit?.close();
    await ingress.close();
    await removeFolder(folder);
  });

  async function failure(path: string): Promise<string> {
    kit = await openKit({
      ingressUrl: ingress.url,
      settings: { tunnelProvider: 'cloudflared', ...(path === '' ? {} : { tunnelBinary: path }) },
      environment: { PATH: folder },
    });
    await kit.tunnel.start();
    return (await kit.until('failed')).detail ?? '';
  }

  async function program(script: string, mode = 0o755): Promise<string> {
    const path = join(folder, 'cloudflared');
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, mode);
    return path;
  }

  it('fails with what to install', async () => {
    expect(await failure('')).toMatch(
      /^cloudflared was not found on this machine\. Install cloudflared 2025\.4\.0 or newer/,
    );
  });

  it('fails with the path of a file that is not executable', async () => {
    const path = await program('', 0o644);
    expect(await failure(path)).toMatch(/cloudflared is not an executable program/);
  });

  it.each([
    ['2024.12.2', /is version 2024\.12\.2; 2025\.4\.0 or newer is needed\. Install/],
    ['2025.4.0', /^Set cloudflaredToken/],
    ['2026.1', /^Set cloudflaredToken/],
    ['unknown', /does not print its version/],
  ])('compares versions number by number: %s', async (version, words) => {
    await program(`echo "cloudflared version ${version} (built today)"`);
    expect(await failure('')).toMatch(words);
  });
});
