import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { common, unit } from '../tools/test-settings/projects.ts';
import type { Surroundings } from './test/node/global-setup.ts';

/** Workers that run tests. Each keeps one runtime for all its files, because starting one takes longer than most files. */
const WORKERS = 2;
let startedWorkers = 0;

function pickSurroundings(inject: (key: 'surroundings') => Surroundings[]): Surroundings {
  const all = inject('surroundings');
  startedWorkers += 1;
  return all[startedWorkers % all.length] as Surroundings;
}

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      { test: { ...unit, include: ['src/**/*.test.ts'] } },
      {
        plugins: [
          cloudflareTest(({ inject }) => {
            const { databaseUrl, neonProxyUrl, origins } = pickSurroundings(inject);
            return {
              main: './src/index.ts',
              wrangler: { configPath: './wrangler.jsonc' },
              miniflare: {
                bindings: {
                  DATABASE_URL: databaseUrl,
                  NEON_PROXY_URL: neonProxyUrl,
                  EGRESS_ALLOW: Object.values(origins)
                    .map((origin) => new URL(origin).host)
                    .join(','),
                  CONNECTOR_KEYS: `test:${'A'.repeat(43)}`,
                  ...origins,
                },
              },
            };
          }),
        ],
        test: {
          name: 'workers',
          include: ['src/**/*.workers.test.ts'],
          globalSetup: './test/node/global-setup.ts',
          isolate: false,
          ...common,
        },
      },
    ],
  },
});
