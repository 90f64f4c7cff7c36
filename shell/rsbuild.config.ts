import { join } from 'node:path';
import { installedVersion, SHARED_PACKAGES } from '@portage/area-build/shared-modules';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { pluginGuidePictures } from './guide/guide-pictures.ts';
import { GUIDE_FOLDER, readGuide } from './guide/read-guide.ts';

const root = import.meta.dirname;
const sharedVersions = Object.fromEntries(SHARED_PACKAGES.map((name) => [name, installedVersion(name, join(root, 'package.json'))]));

// biome-ignore lint/style/noDefaultExport: Rsbuild reads the default export.
export default defineConfig({
  root,
  source: {
    entry: { index: './src/main.tsx' },
    define: {
      PORTAGE_SHARED_VERSIONS: JSON.stringify(sharedVersions),
      PORTAGE_GUIDE: JSON.stringify(readGuide()),
      PORTAGE_ENVIRONMENT: JSON.stringify(process.env.PORTAGE_ENVIRONMENT || 'production'),
    },
  },
  html: { template: './index.html', scriptLoading: 'defer' },
  output: {
    distPath: { root: 'dist' },
    cleanDistPath: true,
    legalComments: 'none',
    dataUriLimit: 0,
    polyfill: 'off',
    overrideBrowserslist: ['last 2 Chrome versions', 'last 2 Firefox versions', 'last 2 Safari versions', 'last 2 Edge versions'],
  },
  performance: {
    printFileSize: false,
    // The font of /signin; otherwise the browser requests it only after the script has run.
    preload: { type: 'all-assets', include: [/inter-latin-wght-normal.*\.woff2$/] },
  },
  server: { port: 27100, strictPort: true, host: '127.0.0.1' },
  tools: { rspack: { output: { uniqueName: 'portage_shell', chunkLoadingGlobal: 'portage_shell_chunks' } } },
  plugins: [pluginReact(), pluginGuidePictures(GUIDE_FOLDER)],
});
