import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, compressFolder, ROOT } from '@portage/build-output';

/** The files that a local Portage reads at its start: `shell/`, `mfe/<area>/<version>/`, `built-areas.json`. */
const SITE = join(CACHE, 'site');
/** Portages of other data folders may be about to use the previous version. */
const KEPT_VERSIONS = 3;

/** Publishes the shell's build. The page itself goes last, so it never names a file that doesn't exist yet. */
export async function publishShell(version: string): Promise<void> {
  const target = join(SITE, 'shell');
  const stamp = join(SITE, 'shell.version');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return;
  const fresh = `${target}.${process.pid}`;
  cpSync(join(ROOT, 'shell/dist'), fresh, { recursive: true });
  await compressFolder(fresh);
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
  writeFileSync(stamp, version);
}

/** Publishes one version of an area, with compressed files next to it. */
export async function publishArea(area: string, version: string): Promise<void> {
  const target = join(SITE, 'mfe', area, version);
  if (existsSync(target)) return;
  const fresh = join(SITE, `${area}.${process.pid}`);
  mkdirSync(join(SITE, 'mfe', area), { recursive: true });
  cpSync(join(ROOT, `mfe-${area}`, 'dist', version), fresh, { recursive: true });
  await compressFolder(fresh);
  renameSync(fresh, target);
  dropOldVersions(area, version);
}

/** Writes which version of each area is the newest; a local Portage deploys these at its start. */
export function writeBuiltAreas(versions: Record<string, string>): void {
  const text = `${JSON.stringify(versions, null, 2)}\n`;
  const file = join(SITE, 'built-areas.json');
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(SITE, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

function dropOldVersions(area: string, current: string): void {
  const folder = join(SITE, 'mfe', area);
  const byAge = readdirSync(folder)
    .filter((version) => version !== current)
    .sort((a, b) => statSync(join(folder, b)).mtimeMs - statSync(join(folder, a)).mtimeMs);
  for (const version of byAge.slice(KEPT_VERSIONS - 1)) {
    rmSync(join(folder, version), { recursive: true, force: true });
    rmSync(join(ROOT, `mfe-${area}`, 'dist', version), { recursive: true, force: true });
  }
}
