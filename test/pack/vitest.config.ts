import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// npm run pack:check: packs for all systems, which takes a minute, and opens what came out.
// biome-ignore lint/style/noDefaultExport: the test runner loads its configuration by default export
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['test/pack/**/*.test.ts'],
    globalSetup: 'test/support/pack/packages.ts',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000, interval: 50 } },
    maxWorkers: 1,
    isolate: false,
  },
});
