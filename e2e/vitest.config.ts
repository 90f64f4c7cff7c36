import { defineConfig } from 'vitest/config';
import { common } from '../tools/test-settings/projects.ts';
import { LongestFirst } from './longest-first.ts';

/**
 * Tests on the running product. Each test process has one stack on a free port, and one browser, for all its files except
 * the ones that end or break a stack, which start their own. `npm test` has four processes for two cores, because browser
 * tests also wait, and one process often runs a file that mostly waits. A file run by itself has one process.
 */
// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/stack/global-setup.ts'],
    setupFiles: ['src/browser/each-file.ts'],
    maxWorkers: process.env.CI ? 4 : 1,
    sequence: { sequencer: LongestFirst },
    isolate: false,
    ...common,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
