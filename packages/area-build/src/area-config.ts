import { extname, join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { MANIFEST_FILE } from '@portage/registry';
import { type RsbuildConfig, type Rspack, rspack } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { sharedPaths, shareFiles } from './shared-files.ts';
import { consumedModules } from './shared-modules.ts';
import { writtenFileRule } from './written-file.ts';

export interface AreaSettings {
  /** As written in addresses and the registry: `workflows`. */
  area: string;
  /** Folder of the area's workspace. */
  root: string;
  /** Default: PORTAGE_AREA_VERSION. */
  version?: string;
  /** Port of the area's own development server. Default: PORTAGE_DEVELOPMENT_PORT. */
  developmentPort?: number;
}

/** The version of a build that a person starts manually, in the area's folder. */
const NO_VERSION = 'unnamed';

/**
 * The Rsbuild configuration of one area.
 *
 * `PORTAGE_AREA_VERSION` names the version: a content hash made by the build, or `dev` for a development server. The build goes to
 * `dist/<version>/` with `mf-manifest.json` in it and is served from `/mfe/<area>/<version>/`, except for `shared/`, which is served from
 * `/mfe/<area>/shared/`. These addresses are never overwritten. The version is also part of the area's global names, because two versions of
 * one area live in one page after a deploy.
 *
 * @throws if the version isn't a plain name.
 */
export function areaConfig({
  area,
  root,
  version = process.env.PORTAGE_AREA_VERSION || NO_VERSION,
  developmentPort = Number(process.env.PORTAGE_DEVELOPMENT_PORT) || 0,
}: AreaSettings): RsbuildConfig {
  if (!/^\w{1,64}$/.test(version)) throw new Error(`The version of an area is 1 to 64 letters, digits or _, not "${version}"`);
  const globalName = `portage_${area}_${version}`;
  const isProduction = process.env.NODE_ENV === 'production';
  const address = `/mfe/${area}/${version}/`;
  return {
    root,
    source: {
      entry: { app: './src/app.tsx' },
      // Written for newer browsers than Portage supports, or packed that way for areas outside: compiled like the area's own code.
      include: [/@module-federation[\\/]/, /node_modules[\\/]@portage[\\/]/],
    },
    output: {
      distPath: { root: join('dist', version), ...(isProduction ? sharedPaths : {}) },
      assetPrefix: isProduction ? `/mfe/${area}/` : address,
      filename: { js: '[name].[contenthash:10].js' },
      cleanDistPath: true,
      legalComments: 'none',
      // Each selector of a CSS module contains a class of it: an element's name alone would match everywhere.
      cssModules: { mode: 'pure' },
      sourceMap: { js: isProduction ? false : 'cheap-module-source-map' },
    },
    performance: { printFileSize: false },
    // The local Portage serves the development server's files on its own origin, including hot updates and their socket.
    server: { port: developmentPort, strictPort: true, host: '127.0.0.1', cors: { origin: /^http:\/\/(localhost|127\.0\.0\.1):\d+$/ } },
    dev: {
      assetPrefix: address,
      client: { path: `${address}hot` },
      lazyCompilation: false,
      writeToDisk: false,
    },
    tools: {
      htmlPlugin: false,
      rspack: (config) => {
        config.plugins = [
          ...(config.plugins ?? []),
          onlyEnglishTexts(),
          leaveOutFolderNames(),
          ...(isProduction ? [chunkHashes(), shareFiles(MANIFEST_FILE, address)] : []),
          federationPlugin(globalName, root),
        ];
        const rules = [...(config.module?.rules ?? []), scopedStylesRule, ...(isProduction ? [] : [writtenFileRule()])];
        config.module = { ...config.module, rules };
        // An area is loaded only by its federation entry. Rsbuild requires its own entry, which no page fetches.
        config.entry = {};
        // Rspack's default depends on the order in which it happens to read: two builds of the same sources would differ, and an
        // interrupted upload couldn't be continued by another build.
        config.optimization = { ...config.optimization, moduleIds: 'deterministic', chunkIds: 'deterministic' };
        config.output = {
          ...config.output,
          // Files of the same origin, but hash checks still require it.
          crossOriginLoading: 'anonymous',
          uniqueName: globalName,
          chunkLoadingGlobal: isProduction ? `portage_${area}_chunks` : `${globalName}_chunks`,
          chunkLoadTimeout: 15_000,
        };
      },
    },
    plugins: [pluginReact()],
  };
}

function federationPlugin(globalName: string, root: string) {
  return new ModuleFederationPlugin({
    name: globalName,
    filename: 'remoteEntry.js',
    exposes: { './app': './src/app.tsx' },
    shared: consumedModules(join(root, 'package.json')),
    shareStrategy: 'loaded-first',
    // The shell provides its federation runtime to the areas: 17 KB less in each of them.
    experiments: { externalRuntime: true },
    dts: false,
    manifest: true,
  });
}

const scopedStylesRule: Rspack.RuleSetRule = {
  test: /(?<!\.module)\.css$/,
  exclude: /[\\/]node_modules[\\/]/,
  enforce: 'pre',
  use: join(import.meta.dirname, `scoped-styles-loader${extname(import.meta.filename)}`),
};

/** Where the federation's entry imports its runtime from. */
const RUNTIME_PLACE = /(?<=_bundler_runtime__%20from%20%22)\S+?(?=%22)/;

/**
 * The federation's entry is a module whose address is its own text, with the runtime's place on this disk in it. Module ids are made
 * of addresses, so the same commit in another folder would be another build.
 */
function leaveOutFolderNames() {
  return new rspack.NormalModuleReplacementPlugin(/!=!data:text\/javascript,/, (resource) => {
    resource.request = resource.request.replace(RUNTIME_PLACE, encodeURIComponent('@module-federation/webpack-bundler-runtime'));
  });
}

/**
 * Writes the hashes of all chunks into the entry, so that browsers run only what was built. The shell checks the entry. In the chunks
 * themselves (`lazy`), a change of one would change all those that lead to it.
 */
function chunkHashes() {
  return new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], hashLoading: 'eager', htmlPlugin: false, enabled: true });
}

/** React Aria's texts in one language each: `…/intl/calendar/de-DE.mjs`. */
const OTHER_LANGUAGE = /([\\/]intl[\\/][\w-]+[\\/])(?!en-US)[a-z]{2}-[A-Z]{2}(\.m?js)$/;

/** Gives React Aria its English texts in every language, because Portage's words are English. Saves 14 KB per area. */
function onlyEnglishTexts() {
  return new rspack.NormalModuleReplacementPlugin(OTHER_LANGUAGE, (module) => {
    module.request = module.request.replace(OTHER_LANGUAGE, '$1en-US$2');
  });
}
