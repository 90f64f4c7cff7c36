import { defineConfig } from 'vitest/config';
import { common, unit } from '../tools/test-settings/projects.ts';

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  test: {
    projects: [
      { test: { ...unit, include: ['src/**/*.test.{ts,tsx}'] } },
      {
        test: {
          ...common,
          name: 'forms',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/served-gallery.ts'],
          isolate: false,
        },
      },
    ],
  },
});
