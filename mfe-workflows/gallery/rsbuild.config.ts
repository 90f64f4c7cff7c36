import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

// The form of every step type without the product around it: `npm run gallery -w @portage/mfe-workflows`.
// With PORTAGE_OPENAPI_DIR the connector forms can show the documents of that folder (`?document=name.json`).
const documents = process.env.PORTAGE_OPENAPI_DIR;

// biome-ignore lint/style/noDefaultExport: Rsbuild reads the default export.
export default defineConfig({
  root: import.meta.dirname,
  source: { entry: { index: './main.tsx' } },
  html: { template: './index.html' },
  output: { distPath: { root: process.env.GALLERY_DIST || 'dist' }, cleanDistPath: true, legalComments: 'none' },
  performance: { printFileSize: false },
  server: {
    port: Number(process.env.PORT || 26200),
    host: '127.0.0.1',
    ...(documents ? { publicDir: { name: documents, copyOnBuild: false } } : {}),
  },
  plugins: [pluginReact()],
});
