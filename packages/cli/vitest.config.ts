import { defineConfig } from 'vitest/config';
import { unit } from '../../tools/test-settings/projects.ts';

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({ test: { ...unit, include: ['src/**/*.test.ts'] } });
