import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { common, unit } from '../../tools/test-settings/projects.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    projects: [
      { test: { ...unit, include: ['src/**/*.test.ts'] } },
      {
        plugins: [cloudflareTest({ miniflare: { compatibilityDate: '2026-11-01' } })],
        test: { name: 'workerd', include: ['src/**/*.workers.test.ts'], ...common },
      },
    ],
  },
});
