import { join } from 'node:path';
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin';
import type { RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { leaveOutOtherLanguages } from './english-only.ts';
import { consumedModules } from './shared-modules.ts';

export interface AreaSettings {
  /** As it stands in addresses and in the registry: `workflows`. */
  area: string;
  /** Folder of the area's workspace. */
  root: string;
  /** Port of the area's own development server (`npm run dev -w mfe-workflows`). */
  developmentPort: number;
  /** Default: PORTAGE_AREA_VERSION, or `dev`. */
  version?: string;
}

/**
 * The Rsbuild configuration of one area.
 *
 * `PORTAGE_AREA_VERSION` (a content hash made by the build) names the version. The build goes to `dist/<version>/` with
 * `mf-manifest.json` in it and is served from `/mfe/<area>/<version>/`, an address that is never overwritten. The version
 * is also part of every global name, because two versions of one area live in one page after a deploy, and with
 * version-less names the second would pick up the first one's chunks and run the old code without a word.
 *
 * @throws when the version is no plain name.
 */
export function areaConfig({
  area,
  root,
  developmentPort,
  version = process.env.PORTAGE_AREA_VERSION || 'dev',
}: AreaSettings): RsbuildConfig {
  if (!/^\w{1,64}$/.test(version)) throw new Error(`The version of an area is 1 to 64 letters, digits or _, not "${version}"`);
  const globalName = `portage_${area}_${version}`;
  return {
    root,
    source: { entry: { app: './src/app.tsx' } },
    output: {
      distPath: { root: join('dist', version) },
      assetPrefix: `/mfe/${area}/${version}/`,
      filename: { js: '[name].[contenthash:10].js' },
      cleanDistPath: true,
      legalComments: 'none',
      sourceMap: { js: process.env.NODE_ENV === 'production' ? false : 'cheap-module-source-map' },
    },
    performance: { printFileSize: false },
    server: { port: developmentPort, strictPort: true, host: '127.0.0.1', cors: { origin: /^http:\/\/(localhost|127\.0\.0\.1):\d+$/ } },
    dev: {
      assetPrefix: `http://127.0.0.1:${developmentPort}/`,
      client: { host: '127.0.0.1', port: developmentPort, protocol: 'ws' },
      writeToDisk: false,
    },
    tools: {
      htmlPlugin: false,
      rspack: (config) => {
        config.plugins = [...(config.plugins ?? []), leaveOutOtherLanguages()];
        // An area is loaded by its federation entry only; Rsbuild asks for an entry of its own, which nobody would fetch.
        config.entry = {};
        config.output = { ...config.output, uniqueName: globalName, chunkLoadingGlobal: `${globalName}_chunks`, chunkLoadTimeout: 15_000 };
      },
    },
    plugins: [
      pluginReact(),
      pluginModuleFederation({
        name: globalName,
        filename: 'remoteEntry.js',
        exposes: { './app': './src/app.tsx' },
        shared: consumedModules(join(root, 'package.json')),
        shareStrategy: 'loaded-first',
        // The shell hands its federation runtime to the areas: 17 KB less in each of them.
        experiments: { externalRuntime: true },
        dts: false,
        manifest: true,
      }),
    ],
  };
}
