import { defineConfig } from 'vitest/config';
import { patience, secondTry } from '../../tools/test-settings/patience.ts';

/** Files that use another endpoint than the rest: code in one isolate sticks to its first one. */
const APART = ['src/neon-addresses.test.ts', 'src/released-schema.test.ts', 'src/repositories/run-stats-plans.test.ts'];

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    globalSetup: ['./test/start-database.ts'],
    projects: [
      { test: { name: 'shared', include: ['src/**/*.test.ts'], exclude: APART, isolate: false, ...patience, ...secondTry } },
      { test: { name: 'apart', include: APART, ...patience, ...secondTry } },
    ],
  },
});
