import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@portage/build-output';
import { calls } from '@portage/contracts/calls';
import { describeContract } from '@portage/contracts/compatibility';
import { type Bundle, connect, DeployError, findCalls } from '@portage/deploy-client';
import { checkContract } from '@portage/deploy-client/area';
import type { AreaName } from '@portage/registry';
import { collectFolders } from '../../build/workspaces.ts';

/**
 * Compares what the sources of an area call with the target's API: as a deploy does if there is a deploy token, by the calls' names otherwise.
 *
 * @returns what the target lacks, for the person; null: nothing that is known
 */
export async function compareContract(area: AreaName, target: string, token: string | undefined): Promise<string | null> {
  const sources = readSources(area);
  if (token === undefined) return compareNames(area, target, sources);
  const bundle: Bundle = { area, version: 'dev', files: [{ path: 'sources.js', content: Buffer.from(sources), sha256: '' }] };
  try {
    await checkContract(connect({ url: target, token }), bundle, (names) => describeContract(calls, names));
    return null;
  } catch (error) {
    if (error instanceof DeployError) return error.message;
    throw error;
  }
}

async function compareNames(area: AreaName, target: string, sources: string): Promise<string | null> {
  const response = await fetch(`${target}/api/openapi.json`).catch(() => null);
  const document = (await response?.json().catch(() => null)) as { paths?: Record<string, Record<string, unknown>> } | null;
  const { paths } = document ?? {};
  if (!paths) return `The API of ${target} couldn’t be compared with this checkout: it doesn’t describe itself.`;
  const missing = findCalls(sources).filter((call) => {
    const [method = '', path = ''] = call.split(' ');
    return call in calls && !paths[path]?.[method.toLowerCase()];
  });
  return missing.length > 0 ? `mfe-${area} uses calls that ${target} doesn’t have: ${missing.join(', ')}. They fail with 404 here.` : null;
}

/** The sources of an area and its packages, except for those that declare the calls. */
function readSources(area: AreaName): string {
  return collectFolders(`mfe-${area}`)
    .filter((folder) => folder !== 'packages/contracts')
    .map((folder) => join(ROOT, folder, 'src'))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
    )
    .join('\n');
}
