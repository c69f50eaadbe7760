import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { processEnv } from '../support/process-env.ts';
import { removeFolder } from '../support/remove-folder.ts';

const root = join(import.meta.dirname, '../..');
const program = new URL('../support/desktop/scan-program.ts', import.meta.url).pathname;
const report = z.object({
  atomicChecks: z.number(),
  issues: z.array(z.object({ id: z.string(), file: z.string(), manualReview: z.boolean() })),
  errors: z.array(z.object({ file: z.string(), message: z.string() })),
});

async function scan(folder: string): Promise<z.infer<typeof report>> {
  const version = packageJson.devDependencies.electron.replace(/^\D+/, '');
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder, version], {
    env: processEnv(),
    maxBuffer: 2 ** 24,
  });
  return report.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

/** What the scanner wants a person to look at, and what that person found. */
const lookedAt = {
  'guards.ts: CERTIFICATE_ERROR_EVENT_JS_CHECK': 'it refuses each of them',
  'guards.ts: OPEN_EXTERNAL_JS_CHECK': 'only hosts of a list, by HTTPS',
};

describe('The desktop app has none of the known weaknesses of Electron apps', () => {
  it('a scan of its files finds none', async () => {
    const { issues, errors, atomicChecks } = await scan(join(root, 'main'));
    expect(atomicChecks).toBeGreaterThan(30);
    expect(errors).toEqual([]);
    expect(issues.filter(({ manualReview }) => !manualReview)).toEqual([]);
    const toLookAt = issues.map(({ id, file }) => `${basename(file)}: ${id}`);
    expect(toLookAt.toSorted()).toEqual(Object.keys(lookedAt).toSorted());
  });

  it('the scan finds one that is put there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-scan-'));
    const weak = 'new BrowserWindow({ webPreferences: { webSecurity: false, sandbox: false } });';
    await writeFile(join(folder, 'window.ts'), weak);
    const { issues } = await scan(folder);
    const ids = issues.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['WEB_SECURITY_JS_CHECK', 'SANDBOX_JS_CHECK']));
    await removeFolder(folder);
  });
});
