import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const OUTPUT = fileURLToPath(new URL('../dist/guest-library.js', import.meta.url).href);
const ENTRY = fileURLToPath(new URL('../src/guest/library/main.ts', import.meta.url).href);

/** Bundles `src/guest/library` into one JavaScript text: a function that takes the host's function and installs the library. */
export async function bundleGuestLibrary(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'library',
    target: 'es2023',
    minifySyntax: true,
    minifyWhitespace: true,
  });
  const text = `(function (ask) {${outputFiles[0]?.text ?? ''};library.install(ask)})`;
  mkdirSync(dirname(OUTPUT), { recursive: true });
  // Meanwhile a reader gets either the complete old file or the complete new one.
  writeFileSync(`${OUTPUT}.new`, `export const guestLibrary = ${JSON.stringify(text)};\n`);
  renameSync(`${OUTPUT}.new`, OUTPUT);
}
