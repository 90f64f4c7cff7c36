import { defineConfig } from 'vitest/config';
import { common, unit } from '../tools/test-settings/projects.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...unit,
          include: ['src/**/*.test.{ts,tsx}', 'guide/**/*.test.ts', 'worker/**/*.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/product/shared-builds.ts'],
        },
      },
    ],
  },
});
