import { contractVersion, formatKilobytes } from '@portage/contracts';
import { type AreaMenu, fitsRange, type SharedVersions } from '@portage/registry';
import { type Bundle, plainFiles } from '../bundle.ts';
import type { ContractUses, DescribeCalls } from '../contract-uses.ts';
import { DeployError } from '../deploy-error.ts';
import type { DeployedArea } from '../deployed-area.ts';
import type { Deployment, DeploymentsClient } from '../deployments-client.ts';
import { checkArea } from './check-area.ts';
import { type ChangeReason, publishing } from './publishing.ts';
import { findLiveSource, readSource, requireNotOlder, type Source } from './source.ts';

export interface AreaDeploy {
  area: DeployedArea;
  /** The share of signed-in people who get it; null: everyone does. */
  canary: number | null;
  reason: ChangeReason;
  url: string;
}

export interface Preparation {
  url: string;
  /** What `--older` says. */
  isOlder: boolean;
  /** The root of the checkout that is built. */
  checkout: string;
  /** Builds the area. @throws DeployError */
  build(area: DeployedArea): Promise<Bundle>;
  describeCalls: DescribeCalls;
  /** Checks the area's sources while the built files are checked; null: nobody wants that. @throws DeployError */
  checkSources: ((area: DeployedArea) => Promise<void>) | null;
  /** Uploaded for a preview only. */
  isPreview?: boolean;
  /** Of an area in a repository of its own. */
  outside?: {
    menu: AreaMenu;
    /** Of @portage/area-kit, which the live shell must have, too, in this or a newer minor version. */
    kitVersion: string;
  };
}

const PARALLEL_UPLOADS = 6;
const KIT = '@portage/area-kit';

/** An area's version on the target, which nobody needs to have yet. */
export interface PreparedArea {
  area: DeployedArea;
  version: string;
  /** As it was before. */
  deployment: Pick<Deployment, 'live' | 'previous' | 'canary' | 'versions'>;
  /** What was uploaded, for the person; null: nothing. */
  uploaded: string | null;
  /** How many lost files of a registered version are back. */
  lostFiles: number;
}

/** Builds an area, checks it and uploads its files to their own address. @throws DeployError */
export async function prepareArea(client: DeploymentsClient, area: DeployedArea, preparation: Preparation): Promise<PreparedArea> {
  const { isOlder, checkout, build, outside } = preparation;
  // Asks first: someone who may not deploy need not wait for a build.
  const deployment = outside ? findOrNew(await client.all(), area.name) : await client.one(area.name);
  if (!isOlder) await requireNotOlder(area.workspace, findLiveSource(deployment), readSource(checkout));
  const bundle = await build(area);
  const { version } = bundle;
  const wasThere = isRegistered(deployment, version);
  const lostFiles = wasThere ? await bringLost(client, bundle) : 0;
  const uploaded = wasThere ? null : await bring(client, area, bundle, preparation);
  return { area, version, deployment, uploaded, lostFiles };
}

/**
 * Builds an area, checks it, uploads its files to their own address and gives it to people.
 *
 * @returns the message for the person
 * @throws DeployError; until the last step, people keep their version
 */
export async function deployArea(client: DeploymentsClient, deploy: AreaDeploy & Preparation): Promise<string> {
  return giveArea(client, await prepareArea(client, deploy.area, deploy), deploy);
}

/** Gives a prepared version to people. @returns the message for the person */
export async function giveArea(
  client: DeploymentsClient,
  { area, version, deployment, uploaded, lostFiles }: PreparedArea,
  { canary, reason, url }: Omit<AreaDeploy, 'area'>,
): Promise<string> {
  const { name, workspace, firstPage } = area;
  const broughtBack = lostFiles > 0 ? `${lostFiles} of its files were gone and are back` : '';
  const told = alreadySo(deployment, version, canary);
  if (told) return `${workspace} ${version} ${told}; ${broughtBack || 'nothing was changed'}.`;

  const change =
    canary === null
      ? await client.call('POST /api/deployments/{name}/live', { params: { name }, body: { version, ...reason } })
      : await client.call('POST /api/deployments/{name}/canary', {
          params: { name },
          body: { version, percent: canary, ...reason },
        });
  const who = canary === null ? 'everyone' : `${canary} percent of the people signed in`;
  return [
    `${workspace} ${version} is live for ${who}: ${url}${firstPage}`,
    uploaded ?? `  It was uploaded before and is used again${broughtBack && `; ${broughtBack}`}.`,
    change.deployment.previous && canary === null
      ? `  Before: ${change.deployment.previous}. Back to it: npm run rollback -w ${workspace}`
      : '',
    canary === null ? '' : `  More of them: npm run canary -w ${workspace} 50; all: 100; none: 0`,
    publishing(change),
  ]
    .filter(Boolean)
    .join('\n');
}

/**
 * Builds and uploads several areas, then gives all of them to everyone in one change, which pages see as one.
 *
 * @returns the message for the person
 * @throws DeployError; until the last step, people keep their versions
 */
export async function deployAreasTogether(
  client: DeploymentsClient,
  areas: readonly DeployedArea[],
  { reason, ...preparation }: Pick<AreaDeploy, 'reason'> & Preparation,
): Promise<string> {
  const prepared: PreparedArea[] = [];
  for (const area of areas) prepared.push(await prepareArea(client, area, preparation));
  const versions = prepared.map(({ area, version }) => ({ name: area.name, version }));
  const { sets } = await client.call('GET /api/deployments/sets');
  const change = await client.call('POST /api/deployments/live', { body: { versions, ...reason } });
  if (!change.isChanged) return `${prepared.map(({ area }) => area.workspace).join(', ')} are already live; nothing was changed.`;
  return [
    `Set ${change.set} is live for everyone: ${preparation.url}`,
    ...prepared.flatMap(({ area, version, uploaded }) => [`${area.workspace} ${version}`, ...(uploaded ? [uploaded] : [])]),
    sets[0] ? `  Before: set ${sets[0].number}. Back to it: npm run rollback -- --to-set ${sets[0].number}` : '',
    publishing(change),
  ]
    .filter(Boolean)
    .join('\n');
}

/** An area of another repository isn't known before its first version. */
export function findOrNew(deployments: readonly Deployment[], name: string): PreparedArea['deployment'] {
  return deployments.find((deployment) => deployment.name === name) ?? { live: null, previous: null, canary: null, versions: [] };
}

/** @throws DeployError if the live shell was built with an older kit */
async function requireKit(client: DeploymentsClient, { workspace }: DeployedArea, version: string): Promise<void> {
  const shell = await client.one('shell');
  const live = shell.versions.find(({ version: recorded }) => recorded === shell.live)?.shared?.[KIT];
  if (live !== undefined && fitsRange(live, `^${version}`)) return;
  throw new DeployError(
    `${workspace} is built with ${KIT} ${version}, and the live shell has ${live ? `the older ${live}` : 'none that it names'}. Use the kit of this Portage, or ask its admins to deploy a newer shell first.`,
  );
}

async function bring(client: DeploymentsClient, area: DeployedArea, bundle: Bundle, preparation: Preparation): Promise<string> {
  const { outside } = preparation;
  if (outside) await requireKit(client, area, outside.kitVersion);
  const sources = preparation.checkSources?.(area);
  // Awaited below: what is wrong with the built files is said first.
  sources?.catch(() => undefined);
  const { manifest, size, uses } = await checkArea(client, area, bundle, preparation);
  await sources;
  await uploadVersion(client, bundle, {
    ...(outside ? { menu: outside.menu } : {}),
    shared: { ...manifest.shared, ...(outside ? { [KIT]: `^${outside.kitVersion}` } : {}) },
    sizeBrotliBytes: size.totalBytes,
    contractVersion: String(contractVersion),
    source: readSource(preparation.checkout),
    uses,
    isPreview: preparation.isPreview ?? false,
  });
  return `  ${bundle.files.length} files, ${formatKilobytes(size.firstBytes)} before the first page, ${formatKilobytes(size.totalBytes)} in all (brotli)`;
}

/** Uploads all files of a version and registers it. */
export async function uploadVersion(
  client: DeploymentsClient,
  { area, version, files }: Bundle,
  facts: {
    shared: SharedVersions;
    sizeBrotliBytes: number;
    contractVersion: string | null;
    source?: Source | null | undefined;
    uses?: ContractUses | null | undefined;
    isPreview?: boolean;
    menu?: AreaMenu | null | undefined;
  },
): Promise<void> {
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await client.upload(area, version, file);
  };
  await Promise.all(Array.from({ length: PARALLEL_UPLOADS }, work));
  await client.call('POST /api/deployments/{name}/versions/{version}', {
    params: { name: area, version },
    body: {
      files: files.map(({ path, sha256, content }) => ({ path, sha256, bytes: content.length })),
      shared: { ...facts.shared },
      sizeBrotliBytes: facts.sizeBrotliBytes,
      contractVersion: facts.contractVersion,
      ...(facts.source ? { source: facts.source } : {}),
      ...(facts.uses ? { uses: facts.uses } : {}),
      ...(facts.isPreview ? { isPreview: true } : {}),
      ...(facts.menu ? { menu: facts.menu } : {}),
    },
  });
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

function alreadySo({ live, canary: present }: Pick<Deployment, 'live' | 'canary'>, version: string, canary: number | null): string | null {
  if (live === version && !present) return 'is already live';
  if (live === version && canary !== null) return 'is already live, for everyone';
  if (canary !== null && present?.version === version && present.percent === canary) return `has ${canary} percent already`;
  return null;
}

export function isRegistered({ versions }: Pick<Deployment, 'versions'>, version: string): boolean {
  return versions.some((one) => one.version === version && one.hasFiles);
}
