import { basename } from 'node:path';
import type { Rspack } from '@rsbuild/core';

/**
 * A loader that refuses an area's own style sheets unless they are CSS modules: once loaded, a style sheet applies to every area of the page
 * and stays after a rollback. Styles of npm packages are exempt, because their authors prefix them.
 */
// biome-ignore lint/style/noDefaultExport: Rspack calls the default export.
export default function refuseGlobalStyles(this: Rspack.LoaderContext): never {
  const name = basename(this.resourcePath);
  throw new Error(
    `${name} would style every area of the page, even after a rollback. Use styled-components, or rename it to ${name.replace(/\.(\w+)$/, '.module.$1')} and use its classes.`,
  );
}
