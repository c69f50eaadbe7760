import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './test/support/slow-files-first.ts';

// Hundreds of threads and processes load the same modules: each is compiled once.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.compile-cache');

/** Makes one build of the service for all processes that tests start. */
const builtService = 'test/support/built-service/setup.ts';

/** They need the portal built, and a browser. */
const portalTests = 'test/e2e/portal*.test.ts';

// biome-ignore lint/style/noDefaultExport: the test runner loads its configuration by default export
export default defineConfig({
  test: {
    setupFiles: ['test/support/openapi/check-responses.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A condition that is waited for may take its time on a busy machine.
    expect: { poll: { timeout: 90_000, interval: 10 } },
    // Files often wait, for disks, processes or browsers; then others compute.
    maxWorkers: 4,
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'service',
          // What the service's modules keep (caches, and whose turn it is) changes no result, so files may share them.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/bench/**',
            'test/desktop/**',
            'test/pack/**',
            'test/python/**',
            portalTests,
          ],
          globalSetup: ['test/support/postgres-setup.ts', builtService],
        },
      },
      {
        extends: true,
        test: {
          name: 'portal',
          isolate: false,
          include: [portalTests],
          globalSetup: ['test/support/portal/build-portal.ts', builtService],
        },
      },
    ],
  },
});
