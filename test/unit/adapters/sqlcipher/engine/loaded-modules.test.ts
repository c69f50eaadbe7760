import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const adapters = new URL('../../../../../server/adapters/sqlcipher/', import.meta.url);
/** Prints what an import loads. Outside of a thread the module then throws. */
const printLoaded = `
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => { console.log(url); return next(url, context); } });
  await import(process.argv[1]).catch(() => {});
`;

const loadedBy = async (module: string): Promise<readonly string[]> => {
  const { href } = new URL(module, adapters);
  const args = ['--input-type=module', '--eval', printLoaded, href];
  return (await promisify(execFile)(process.execPath, args)).stdout.trim().split('\n');
};

describe('the thread of a database loads no zod, which would take megabytes in each', () => {
  it.each([
    'journal/journal-worker.ts',
    'vault/vault-worker.ts',
    'calls/calls-worker.ts',
    'payloads/payloads-worker.ts',
  ])('%s', async (module) => {
    const loaded = await loadedBy(module);
    expect(loaded).toContain(new URL('engine/writer.ts', adapters).href);
    expect(loaded.filter((url) => url.includes('/node_modules/zod/'))).toEqual([]);
  });
});
