import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({ test: { include: ['**/*.test.ts'], testTimeout: 30_000 } });
