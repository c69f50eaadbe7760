import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: the test runner loads its configuration by default export
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
  },
});
