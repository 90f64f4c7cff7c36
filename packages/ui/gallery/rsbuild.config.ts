import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

// The page that shows every component, for people who work on them: `npm run gallery -w @portage/ui`.
// biome-ignore lint/style/noDefaultExport: Rsbuild reads the default export.
export default defineConfig({
  root: import.meta.dirname,
  source: { entry: { index: './main.tsx' } },
  html: { template: './index.html' },
  output: { distPath: { root: process.env.GALLERY_DIST || 'dist' }, cleanDistPath: true, legalComments: 'none' },
  performance: { printFileSize: false },
  server: { port: Number(process.env.PORT || 26100), host: '127.0.0.1' },
  plugins: [pluginReact()],
});
