import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// npm run test:python: the clients of voice platforms for Python, from PyPI, in an environment of their own.
// biome-ignore lint/style/noDefaultExport: the test runner loads its configuration by default export
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['test/python/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
    maxWorkers: 1,
  },
});
