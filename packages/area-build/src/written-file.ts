import { extname, join } from 'node:path';
import type { Rspack } from '@rsbuild/core';

/** The rule of a development server that builds source files only after their editor has written them. */
export function writtenFileRule(patienceMs?: number): Rspack.RuleSetRule {
  return {
    test: /\.[jt]sx?$/,
    exclude: /[\\/]node_modules[\\/]/,
    enforce: 'pre',
    use: { loader: join(import.meta.dirname, `written-file-loader${extname(import.meta.filename)}`), options: { patienceMs } },
  };
}
