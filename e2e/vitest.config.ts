import { defineConfig } from 'vitest/config';
import { patience } from '../tools/test-settings/patience.ts';

/**
 * Tests on the running product. Each test process has one stack on a free port, and one browser, for all its files but those
 * that end or break a stack, which start their own. `npm test` has two processes for two cores, a file run alone has one.
 */
// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/stack/global-setup.ts'],
    setupFiles: ['src/browser/each-file.ts'],
    maxWorkers: process.env.CI ? 2 : 1,
    isolate: false,
    ...patience,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Somebody else's load can starve a browser for half a minute. `npm test` names what passed only after that; tests that kill
    // processes get one try: a run lost once is a run lost.
    retry: process.env.CI ? 2 : 0,
  },
});
