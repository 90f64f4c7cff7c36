import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

const compatibilityDate = '2026-11-01';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  plugins: [
    cloudflareTest(({ inject }) => ({
      main: './test/worker.ts',
      miniflare: {
        compatibilityDate,
        compatibilityFlags: ['nodejs_compat'],
        bindings: {
          ...inject<{ DATABASE_URL: string; NEON_PROXY_URL: string }>('database'),
          TOKEN_SECRET: 'only-for-tests-only-for-tests-only',
          PUBLIC_ORIGIN: 'https://portage.test',
        },
        durableObjects: { RUN_SHARDS: { className: 'RunShard', useSQLite: true } },
        serviceBindings: { MAIL: 'mail-outbox' },
        workers: [{ name: 'mail-outbox', modules: true, scriptPath: './test/mail-outbox.js', compatibilityDate }],
      },
    })),
  ],
  test: { include: ['src/**/*.test.ts'], globalSetup: ['./test/start-database.ts'], testTimeout: 20_000 },
});
