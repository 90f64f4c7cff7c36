import { defineConfig } from 'vitest/config';
import { patience, secondTry } from './test-settings/patience.ts';

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({ test: { include: ['**/*.test.ts'], ...patience, ...secondTry } });
