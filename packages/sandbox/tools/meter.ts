import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importName, readExportNames } from './engine-names.ts';
import hashes from './hashes.json' with { type: 'json' };
import { meterModule } from './wasm/meter-module.ts';

/** Where the metered engine is written. It isn't in git; its hash is in hashes.json. */
export const meteredPath = fileURLToPath(new URL('../dist/quickjs-metered.wasm', import.meta.url).href);

const memoryPages = { initial: 100, maximum: 832 };

/**
 * Builds the metered engine from the pinned package unless it already exists.
 *
 * @returns whether it had to be built
 * @throws Error if the package or the result doesn't match, byte for byte, the hashes in the repository
 */
export function buildMeteredEngine(options: { anyHash?: boolean } = {}): boolean {
  if (!options.anyHash && existsSync(meteredPath) && sha256(readFileSync(meteredPath)) === hashes.metered) return false;
  const require = createRequire(import.meta.url);
  const source = readFileSync(require.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'));
  expectHash('The QuickJS package', sha256(source), hashes.source, options.anyHash);
  const loader = readFileSync(require.resolve('@jitl/quickjs-wasmfile-release-sync/emscripten-module'), 'utf8');
  const metered = meterModule(source, { importName, exportName: readExportNames(loader), memoryPages });
  expectHash('The metered engine', sha256(metered), hashes.metered, options.anyHash);
  if (!WebAssembly.validate(Uint8Array.from(metered))) throw new Error('The metered engine is not a valid WebAssembly module.');
  mkdirSync(dirname(meteredPath), { recursive: true });
  const unfinished = `${meteredPath}.${process.pid}`;
  writeFileSync(unfinished, metered);
  renameSync(unfinished, meteredPath);
  return true;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function expectHash(what: string, found: string, expected: string, anyHash = false): void {
  if (anyHash) console.log(`${what}: ${found}`);
  else if (found !== expected)
    throw new Error(`${what} has the hash ${found}; ${expected} was expected (packages/sandbox/tools/hashes.json).`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const made = buildMeteredEngine({ anyHash: process.argv.includes('--print-hashes') });
  console.log(made ? 'Metered QuickJS engine written.' : 'Metered QuickJS engine is up to date.');
}
