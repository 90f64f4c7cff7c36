import { defineConfig } from 'vitest/config';
import { common } from '../tools/test-settings/projects.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({ test: { include: ['src/**/*.test.ts'], isolate: false, ...common } });
