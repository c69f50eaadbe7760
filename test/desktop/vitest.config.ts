import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// npm run test:desktop: the app in a real Electron, at a desk of its own (test/support/electron-33/).
// biome-ignore lint/style/noDefaultExport: the test runner loads its configuration by default export
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['test/desktop/**/*.test.ts'],
    globalSetup: 'test/support/electron-33/install.ts',
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
    maxWorkers: 1,
  },
});
