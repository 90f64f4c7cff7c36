import { join } from 'node:path';
import { CACHE } from '@portage/build-output';
import { providedVersions } from '@portage/deploy-client';
import { defineConfig } from '@rsbuild/core';

// biome-ignore lint/style/noDefaultExport: Rsbuild reads the default export.
export default defineConfig({
  root: import.meta.dirname,
  source: {
    entry: { check: './main.ts' },
    define: { PORTAGE_SHARED_VERSIONS: JSON.stringify(providedVersions()) },
  },
  output: {
    distPath: { root: join(CACHE, 'deploy-check') },
    filename: { js: '[name].js' },
    cleanDistPath: true,
    polyfill: 'off',
    filenameHash: false,
  },
  performance: { printFileSize: false, chunkSplit: { strategy: 'all-in-one' } },
  tools: { htmlPlugin: false },
});
