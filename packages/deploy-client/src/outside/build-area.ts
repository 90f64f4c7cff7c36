import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bundle, readBundle } from '../bundle.ts';
import { DeployError } from '../deploy-error.ts';
import { runCommand } from '../run-command.ts';

/** What a build is made of; the lock file has the hash of each package, the kit's included. */
const INPUTS = ['package.json', 'package-lock.json', 'rsbuild.config.ts', 'tsconfig.json'];

/** Builds the area for people. The same sources and packages give the same version, in any folder. @throws DeployError with the build's output */
export async function buildArea(root: string, name: string): Promise<Bundle> {
  const version = hashInputs(root);
  const { code, output } = await runCommand(join(root, 'node_modules/.bin/rsbuild'), ['build'], {
    cwd: root,
    env: { NODE_ENV: 'production', PORTAGE_AREA_VERSION: version },
  });
  if (code !== 0) throw new DeployError(`${output.trim()}\nBuilding mfe-${name} failed. Nothing was uploaded.`);
  return readBundle(name, version, join(root, 'dist', version));
}

function hashInputs(root: string): string {
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of [...INPUTS.map((name) => join(root, name)).filter(existsSync), ...sources].sort())
    hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
