import { defineConfig } from 'vitest/config';
import { patience, secondTry } from '../../tools/test-settings/patience.ts';

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({ test: { include: ['src/**/*.test.ts'], ...patience, ...secondTry } });
