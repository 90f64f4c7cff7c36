import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: Vitest reads the default export.
export default defineConfig({
  test: { include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 120_000 },
});
