// npm run pack:cli: the command as a tarball for npm and npx, in packages/cli/dist or the folder that is named.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const FOLDER = join(import.meta.dirname, '..');
const OUTPUT = process.argv[2] ?? join(FOLDER, 'dist');
const PACKAGE = join(OUTPUT, 'package');

const { version }: { version: string } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
mkdirSync(PACKAGE, { recursive: true });
await build({
  entryPoints: [join(FOLDER, 'src/main.ts')],
  outfile: join(PACKAGE, 'portage.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minify: true,
  define: { VERSION: JSON.stringify(version) },
  // The YAML library is CommonJS.
  banner: { js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
});
chmodSync(join(PACKAGE, 'portage.mjs'), 0o755);
const manifest = {
  name: 'portage',
  version,
  type: 'module',
  license: 'UNLICENSED',
  bin: { portage: 'portage.mjs' },
  engines: { node: '>=20' },
};
writeFileSync(join(PACKAGE, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], { cwd: PACKAGE, stdio: 'inherit' });
