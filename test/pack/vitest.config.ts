import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// npm run pack:check: packs for all systems, which takes a minute, and opens what came out.
// biome-ignore lint/style/noDefaultExport: the test runner loads its configuration by default export
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['test/pack/**/*.test.ts'],
    globalSetup: 'test/support/pack/packages.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    maxWorkers: 1,
    isolate: false,
  },
});
