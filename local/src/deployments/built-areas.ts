import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import type { AreaName } from '@portage/registry';
import { StartError } from '../start-error.ts';

const SITE = join(ROOT, '.cache', 'site');

export interface BuiltArea {
  area: AreaName;
  version: string;
  /** The area's files, each next to its compressed copies. */
  folder: string;
}

/** This tree's build of each area (tools/build/publish-site.ts). @throws StartError before the first build */
export function builtAreas(site = SITE): BuiltArea[] {
  let versions: Record<AreaName, string>;
  try {
    versions = JSON.parse(readFileSync(join(site, 'built-areas.json'), 'utf8'));
  } catch {
    throw new StartError('The areas have not been built: run npm run build.');
  }
  return (Object.entries(versions) as [AreaName, string][]).map(([area, version]) => ({
    area,
    version,
    folder: join(site, 'mfe', area, version),
  }));
}
