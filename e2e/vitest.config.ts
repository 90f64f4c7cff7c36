import { defineConfig } from 'vitest/config';
import { patience } from '../tools/test-settings/patience.ts';

/**
 * Tests on the running product. One stack on a free port serves all files but those that end or break one, which start
 * their own. One file at a time: they share two cores with PostgreSQL, workerd and Chromium.
 */
// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/stack/global-setup.ts'],
    fileParallelism: false,
    ...patience,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Somebody else's load can starve a browser for half a minute. `npm test` names what passed only after that; tests that kill
    // processes get one try: a run lost once is a run lost.
    retry: process.env.CI ? 2 : 0,
  },
});
