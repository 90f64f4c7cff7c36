import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
