import { defineConfig } from 'vitest/config';
import { common, leftOut } from '../../tools/test-settings/projects.ts';

/** Files that use a different endpoint from the rest: code in one isolate sticks to its first one. */
const APART = ['src/neon-addresses.test.ts', 'src/released-schema.test.ts', 'src/repositories/runs/run-stats-plans.test.ts'];

/** One file at a time, on every machine: they share a database, and some count all its rows. */
const serial = { ...common, maxWorkers: 1 };

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    globalSetup: ['./test/start-database.ts'],
    projects: [
      {
        test: { name: 'shared', include: ['src/**/*.test.ts'], isolate: false, ...serial, exclude: [...leftOut, ...APART] },
      },
      { test: { name: 'apart', include: APART, ...serial } },
    ],
  },
});
