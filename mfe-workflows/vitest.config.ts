import { defineConfig } from 'vitest/config';
import { patience, secondTry } from '../tools/test-settings/patience.ts';

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  test: {
    projects: [
      { test: { ...patience, name: 'unit', include: ['src/**/*.test.{ts,tsx}'], isolate: false } },
      {
        test: {
          ...patience,
          ...secondTry,
          name: 'forms',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/served-gallery.ts'],
          isolate: false,
        },
      },
    ],
  },
});
