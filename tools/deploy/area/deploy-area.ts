import { dirname } from 'node:path';
import { contractVersion } from '@portage/contracts';
import { type Bundle, type Deployment, type DeploymentsClient, kilobytes, plainFiles, readBundle } from '@portage/deploy-client';
import { AREAS, type AreaName } from '@portage/registry';
import type { Target } from '../../build/targets.ts';
import { buildWorkspace } from '../build-workspace.ts';
import { resolveDeployable } from '../deployable.ts';
import { publishing } from '../publishing.ts';
import { checkArea } from './check-area.ts';

export interface AreaDeploy {
  area: AreaName;
  /** The share of signed-in people who get it; null: everyone does. */
  canary: number | null;
  note: string | undefined;
  url: string;
}

const PARALLEL_UPLOADS = 6;

/**
 * Builds an area, checks it, uploads its files to their own address and gives it to people.
 *
 * @returns the message for the person
 * @throws DeployError; until the last step, people keep their version
 */
export async function deployArea(client: DeploymentsClient, { area, canary, note, url }: AreaDeploy): Promise<string> {
  const { workspace } = resolveDeployable(`mfe-${area}`);
  // Asks first: someone who may not deploy need not wait for a build.
  const before = await client.one(area);
  const built = await buildWorkspace(resolveDeployable(workspace), async ({ version, output }: Target) => ({
    version,
    // Reads it before another build can remove it.
    bundle: await readBundle(area, version, dirname(output)),
  }));
  const { version, bundle } = built;
  const wasThere = isRegistered(before, version);
  const lost = wasThere ? await bringLost(client, bundle) : 0;
  const broughtBack = lost > 0 ? `${lost} of its files were gone and are back` : '';
  const told = alreadySo(before, version, canary);
  if (told) return `${workspace} ${version} ${told}; ${broughtBack || 'nothing was changed'}.`;

  const size = wasThere ? null : await bring(client, bundle, url);
  const change =
    canary === null
      ? await client.call('POST /api/deployments/{name}/live', { params: { name: area }, body: { version, ...noted(note) } })
      : await client.call('POST /api/deployments/{name}/canary', {
          params: { name: area },
          body: { version, percent: canary, ...noted(note) },
        });
  const who = canary === null ? 'everyone' : `${canary} percent of the people signed in`;
  return [
    `${workspace} ${version} is live for ${who}: ${url}${AREAS[area].firstPage}`,
    size ?? `  It was uploaded before and is used again${broughtBack && `; ${broughtBack}`}.`,
    change.deployment.previous && canary === null
      ? `  Before: ${change.deployment.previous}. Back to it: npm run rollback -w ${workspace}`
      : '',
    canary === null ? '' : `  More of them: npm run canary -w ${workspace} 50; all: 100; none: 0`,
    publishing(change),
  ]
    .filter(Boolean)
    .join('\n');
}

async function bring(client: DeploymentsClient, bundle: Bundle, url: string): Promise<string> {
  const { area, version, files } = bundle;
  const { manifest, size } = await checkArea(client, bundle, url);
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await client.upload(area, version, file);
  };
  await Promise.all(Array.from({ length: PARALLEL_UPLOADS }, work));
  await client.call('POST /api/deployments/{name}/versions/{version}', {
    params: { name: area, version },
    body: {
      files: files.map(({ path, sha256, content }) => ({ path, sha256, bytes: content.length })),
      shared: { ...manifest.shared },
      sizeBrotliBytes: size.totalBytes,
      contractVersion: String(contractVersion),
    },
  });
  return `  ${files.length} files, ${kilobytes(size.firstBytes)} before the first page, ${kilobytes(size.totalBytes)} in all (brotli)`;
}

/** Uploads again the files of a registered version that the store has lost, from the same build. @returns how many there were */
export async function bringLost(client: Pick<DeploymentsClient, 'isServed' | 'upload'>, bundle: Bundle): Promise<number> {
  const { area, version, files } = bundle;
  const areServed = await Promise.all(plainFiles(bundle).map(({ path }) => client.isServed(area, version, path)));
  const lost = plainFiles(bundle).filter((_, index) => !areServed[index]);
  for (const { path } of lost) {
    for (const file of files.filter((one) => one.path === path || one.path === `${path}.br`)) await client.upload(area, version, file);
  }
  return lost.length;
}

function alreadySo({ live, canary: present }: Deployment, version: string, canary: number | null): string | null {
  if (live === version && !present) return 'is already live';
  if (live === version && canary !== null) return 'is already live, for everyone';
  if (canary !== null && present?.version === version && present.percent === canary) return `has ${canary} percent already`;
  return null;
}

function isRegistered({ versions }: Deployment, version: string): boolean {
  return versions.some((one) => one.version === version && one.hasFiles);
}

function noted(note: string | undefined): { note?: string } {
  return note ? { note } : {};
}
