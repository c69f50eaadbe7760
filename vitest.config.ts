import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './test/support/slow-files-first.ts';
import { tiers } from './test/support/tiers.ts';

// Hundreds of threads and processes load the same modules: each is compiled once.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.compile-cache');

/** What processes of a run share: each of the first two is made for the first that asks. */
const shared = [
  'test/support/built-service/setup.ts',
  'test/support/portal/build-portal.ts',
  'test/support/shared-folder.ts',
];

// biome-ignore lint/style/noDefaultExport: the test runner loads its configuration by default export
export default defineConfig(({ mode }) => ({
  test: {
    setupFiles: ['test/support/openapi/check-responses.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A condition that is waited for may take its time on a busy machine.
    expect: { poll: { timeout: 90_000, interval: 10 } },
    // Files often wait, for disks, processes or browsers; then others compute.
    maxWorkers: 4,
    sequence: { sequencer: SlowFilesFirst },
    // What the service's modules keep (caches, and whose turn it is) changes no result, so files may share them.
    isolate: false,
    env: mode === 'thorough' ? { PROPERTY_RUNS: 'all' } : {},
    projects: [
      { extends: true, test: { name: 'fast', ...tiers.fast, globalSetup: shared } },
      {
        extends: true,
        test: {
          name: 'rest',
          ...tiers.rest,
          globalSetup: [...shared, 'test/support/postgres-setup.ts'],
        },
      },
    ],
  },
}));
