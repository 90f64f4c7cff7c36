import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { patience } from '../tools/test/patience.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'core',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.workers.test.ts'],
          ...patience,
        },
      },
      {
        plugins: [
          cloudflareTest(({ inject }) => ({
            main: './src/index.ts',
            wrangler: { configPath: './wrangler.jsonc' },
            miniflare: {
              bindings: {
                DATABASE_URL: inject('databaseUrl'),
                NEON_PROXY_URL: inject('neonProxyUrl'),
                EGRESS_ALLOW: [
                  inject('targetOrigin'),
                  inject('otherOrigin'),
                  inject('authorizationServer'),
                  inject('otherAuthorizationServer'),
                  inject('oauth1Server'),
                  inject('crmOrigin'),
                  inject('eventOrigin'),
                ]
                  .map((origin) => new URL(origin).host)
                  .join(','),
                CONNECTOR_KEYS: `test:${'A'.repeat(43)}`,
                AUTHORIZATION_SERVER: inject('authorizationServer'),
                OAUTH1_SERVER: inject('oauth1Server'),
                CRM: inject('crmOrigin'),
                EVENT_SYSTEM: inject('eventOrigin'),
                OTHER_AUTHORIZATION_SERVER: inject('otherAuthorizationServer'),
                TARGET: inject('targetOrigin'),
                OTHER_TARGET: inject('otherOrigin'),
              },
            },
          })),
        ],
        test: {
          name: 'workers',
          include: ['src/**/*.workers.test.ts'],
          globalSetup: './test/node/global-setup.ts',
          ...patience,
        },
      },
    ],
  },
});
