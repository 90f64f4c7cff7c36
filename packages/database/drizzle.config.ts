import { defineConfig } from 'drizzle-kit';

// biome-ignore lint/style/noDefaultExport: drizzle-kit reads the default export
export default defineConfig({ dialect: 'postgresql', schema: './src/schema/index.ts', out: './migrations' });
