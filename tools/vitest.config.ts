import { defineConfig } from 'vitest/config';
import { common } from './test-settings/projects.ts';

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({ test: { include: ['**/*.test.ts'], ...common } });
