import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { patience } from '../../tools/test-settings/patience.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['src/**/*.test.ts'],
          exclude: ['**/*.workers.test.ts'],
          isolate: false,
          ...patience,
        },
      },
      {
        plugins: [cloudflareTest({ miniflare: { compatibilityDate: '2026-11-01' } })],
        test: { name: 'workerd', include: ['src/**/*.workers.test.ts'], ...patience },
      },
    ],
  },
});
