import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * The files that a built Worker runs from: its script and the WebAssembly that the script names. The folder may also have files of older
 * builds.
 */
export function bundleFiles(folder: string): string[] {
  const names = readdirSync(folder);
  const scripts = names.filter((name) => name.endsWith('.js'));
  const text = scripts.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  return [...scripts, ...names.filter((name) => name.endsWith('.wasm') && text.includes(name))];
}

/** The bytes of a Worker's bundle after compression, which the platform limits. */
export function computeBundleBytes(folder: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return bundleFiles(folder).reduce((bytes, file) => bytes + brotliCompressSync(readFileSync(join(folder, file)), { params }).length, 0);
}
