import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  plugins: [
    cloudflareTest(({ inject }) => ({
      main: './test/worker.ts',
      miniflare: {
        compatibilityDate: '2026-11-01',
        compatibilityFlags: ['nodejs_compat'],
        bindings: {
          ...inject<{ DATABASE_URL: string; NEON_PROXY_URL: string }>('database'),
          TOKEN_SECRET: 'only-for-tests-only-for-tests-only',
          PUBLIC_ORIGIN: 'https://portage.test',
        },
        durableObjects: { RUN_SHARDS: { className: 'RunShard', useSQLite: true } },
      },
    })),
  ],
  test: { include: ['src/**/*.test.ts'], globalSetup: ['./test/start-database.ts'], testTimeout: 20_000 },
});
