import { defineConfig } from 'vitest/config';
import { patience, secondTry } from '../tools/test-settings/patience.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'guide/**/*.test.ts', 'worker/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...patience,
          ...secondTry,
          name: 'browser',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/product/shared-builds.ts'],
        },
      },
    ],
  },
});
