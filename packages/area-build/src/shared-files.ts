import { SHARED_FOLDER } from '@portage/registry';
import { type Rspack, rspack } from '@rsbuild/core';

const NAME = 'shared files';

/** Folders of files whose names contain a hash of their content. */
export const sharedPaths = {
  js: `${SHARED_FOLDER}/js`,
  css: `${SHARED_FOLDER}/css`,
  font: `${SHARED_FOLDER}/font`,
  image: `${SHARED_FOLDER}/image`,
  svg: `${SHARED_FOLDER}/svg`,
  media: `${SHARED_FOLDER}/media`,
  wasm: `${SHARED_FOLDER}/wasm`,
  assets: `${SHARED_FOLDER}/assets`,
};

/**
 * Lets the versions of an area share files: a chunk has no version in it, so an unchanged one has the same bytes and the same address in the
 * next version, and browsers don't fetch it again.
 *
 * @param manifestFile the federation's manifest
 * @param versionAddress `/mfe/<area>/<version>/`, where the manifest and the entry are
 */
export function shareFiles(manifestFile: string, versionAddress: string): Rspack.RspackPluginInstance {
  return {
    apply(compiler) {
      compiler.hooks.compilation.tap(NAME, (compilation) => {
        compilation.hooks.runtimeModule.tap(NAME, (module) => {
          if (module.name === 'jsonp_chunk_loading' && module.source)
            module.source.source = Buffer.from(acceptOwn(String(module.source.source)));
        });
        compilation.hooks.processAssets.tap({ name: NAME, stage: rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT }, () => {
          const manifest = compilation.getAsset(manifestFile);
          if (manifest)
            compilation.updateAsset(manifestFile, new rspack.sources.RawSource(relocate(String(manifest.source.source()), versionAddress)));
        });
      });
    },
  };
}

/** Where the runtime receives a chunk. */
const RECEIVE = 'var __rspack_jsonp = (parentChunkLoadingFunction, data) => {';

/**
 * All versions of an area in a page receive all of its chunks, whose ids say nothing about their content. Each version accepts only those
 * from the address that it loads the chunk from: the same address means the same bytes.
 *
 * @throws if another Rspack receives chunks in another way
 */
function acceptOwn(runtime: string): string {
  if (!runtime.includes(RECEIVE)) throw new Error(`This version of Rspack doesn’t receive chunks as expected:\n${runtime}`);
  return runtime.replace(
    RECEIVE,
    `${RECEIVE}
      var ownAddress = new URL(__webpack_require__.p + __webpack_require__.u(data[0][0]), document.baseURI).href;
      if (!document.currentScript || document.currentScript.src !== ownAddress) {
        if (parentChunkLoadingFunction) parentChunkLoadingFunction(data);
        return;
      }`,
  );
}

/** Chunks are loaded from the area's address; the manifest is about its version's. */
function relocate(text: string, publicPath: string): string {
  const manifest = JSON.parse(text, (key, value: unknown) =>
    (key === 'sync' || key === 'async') && Array.isArray(value) ? value.map((path) => `../${path}`) : value,
  );
  manifest.metaData.publicPath = publicPath;
  return JSON.stringify(manifest, null, 2);
}
