import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { common, leftOut } from '../../tools/test-settings/projects.ts';

const globalSetup = ['./src/testing/build-engine.ts'];

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['{src,tools}/**/*.test.ts'],
          globalSetup,
          isolate: false,
          ...common,
          exclude: [...leftOut, '**/*.workers.test.ts'],
        },
      },
      {
        plugins: [
          cloudflareTest({
            main: './src/testing/worker.ts',
            miniflare: {
              compatibilityDate: '2026-11-01',
              compatibilityFlags: ['nodejs_compat'],
              modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm'] }],
            },
          }),
        ],
        test: { name: 'workerd', include: ['src/**/*.workers.test.ts'], globalSetup, ...common },
      },
    ],
  },
});
