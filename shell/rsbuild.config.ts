import { join } from 'node:path';
import { installedVersion, SHARED_PACKAGES } from '@portage/area-build/shared-modules';
import { defineConfig, type RsbuildPlugin } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { pluginGuidePictures } from './guide/guide-pictures.ts';
import { GUIDE_FOLDER, readGuide } from './guide/read-guide.ts';
import { AHEAD_FILES } from './src/start/ahead-files.ts';

const root = import.meta.dirname;
const sharedVersions = Object.fromEntries(SHARED_PACKAGES.map((name) => [name, installedVersion(name, join(root, 'package.json'))]));

/** Names files in the page that load-ahead.ts may request before the script that needs them has arrived. */
function pluginAheadFiles(): RsbuildPlugin {
  return {
    name: 'portage-ahead-files',
    setup(api) {
      api.modifyHTMLTags(({ headTags, bodyTags }, { compilation, assetPrefix }) => {
        const frame = compilation.namedChunkGroups.get('frame')?.getFiles() ?? [];
        const font = Object.keys(compilation.assets).filter((name) => /inter-latin-wght-normal.*\.woff2$/.test(name));
        const meta = Object.entries({ [AHEAD_FILES.frame]: frame, [AHEAD_FILES.font]: font }).map(([name, files]) => {
          if (files.length === 0) throw new Error(`The build has no files for ${name}`);
          return { tag: 'meta', attrs: { name, content: files.map((file) => `${assetPrefix}${file}`).join(' ') } };
        });
        return { headTags: [...meta, ...headTags], bodyTags };
      });
    },
  };
}

// biome-ignore lint/style/noDefaultExport: Rsbuild reads the default export.
export default defineConfig({
  root,
  source: {
    entry: {
      // Runs while the large scripts are still on their way.
      ahead: { import: './src/start/load-ahead.ts', html: false },
      index: { import: './src/main.tsx', dependOn: 'ahead' },
    },
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
  performance: { printFileSize: false },
  server: { port: 27100, strictPort: true, host: '127.0.0.1' },
  tools: {
    htmlPlugin: { chunks: ['ahead', 'index'], chunksSortMode: 'manual' },
    rspack: { output: { uniqueName: 'portage_shell', chunkLoadingGlobal: 'portage_shell_chunks' } },
  },
  plugins: [pluginReact(), pluginGuidePictures(GUIDE_FOLDER), pluginAheadFiles()],
});
