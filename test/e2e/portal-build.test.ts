import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { portalDir } from '../../server/config/data-files.ts';

/** Compressed script that a browser fetches before it shows anything, in bytes. */
const firstLoad = 250_000;

describe('The first load of the portal', () => {
  it('the first load is small enough for a phone to fetch in a second', async () => {
    const page = await readFile(join(portalDir, 'index.html'), 'utf8');
    const files = [...page.matchAll(/(?:src|href)="\/portal\/(assets\/[^"]+\.js)"/g)];
    const scripts = await Promise.all(
      files.map(([, file]) => readFile(join(portalDir, file ?? ''))),
    );
    const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(firstLoad);
  });

  it('the first load has no inline script or style, which the content security policy refuses', async () => {
    const page = await readFile(join(portalDir, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/);
  });
});
