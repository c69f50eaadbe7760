import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: the test runner loads its configuration by default export
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**'],
    setupFiles: ['test/support/openapi/check-responses.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A condition that is waited for may take its time on a busy machine.
    expect: { poll: { timeout: 15_000, interval: 10 } },
    maxWorkers: 2,
  },
});
