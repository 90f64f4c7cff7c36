import { createHash } from 'node:crypto';
import { isAreaName } from '@portage/registry';
import type { Bundle, BundleFile } from '../bundle.ts';
import { DeployError } from '../deploy-error.ts';
import type { Deployment, DeploymentsClient } from '../deployments-client.ts';
import { checkArea } from './check-area.ts';
import { type AreaDeploy, findOrNew, giveArea, isRegistered, type Preparation, type PreparedArea, uploadVersion } from './give-area.ts';

export interface AreaPromotion extends AreaDeploy, Pick<Preparation, 'describeCalls'> {
  /** Null: the version that is live at the source. */
  version: string | null;
}

const PARALLEL_DOWNLOADS = 6;

/**
 * Gives the people of one Portage the very files that another one has, by their hashes. Nothing is built. The checks of a deploy apply to
 * the target; loading in Chromium is only checked again if its shell is another one than the source's.
 *
 * @returns the message for the person
 * @throws DeployError; until the last step, people keep their version
 */
export async function promoteArea(source: DeploymentsClient, target: DeploymentsClient, promotion: AreaPromotion): Promise<string> {
  return giveArea(target, await bringFrom(source, target, promotion), promotion);
}

async function bringFrom(
  source: DeploymentsClient,
  target: DeploymentsClient,
  { area, version: wanted, url, describeCalls }: AreaPromotion,
): Promise<PreparedArea> {
  const { name, workspace } = area;
  const [theirs, ours] = await Promise.all([source.all(), target.all()]);
  const deployment = isAreaName(name) ? requireKnown(ours, name, 'The target') : findOrNew(ours, name);
  const version = wanted ?? requireKnown(theirs, name, 'The source').live;
  if (version === null) throw new DeployError(`Nothing of ${workspace} is live at the source. Name a version: -- --version …`);
  const prepared = { area, version, deployment, uploaded: null, lostFiles: 0 };
  if (isRegistered(deployment, version)) return prepared;
  const facts = await source.call('GET /api/deployments/{name}/versions/{version}', { params: { name, version } });
  if (!facts.hasFiles) throw new DeployError(`The source has deleted the files of ${workspace} ${version}. Deploy it there again.`);
  const bundle: Bundle = { area: name, version, files: await downloadAll(source, name, version, facts.files) };
  const isSameShell = findLive(theirs, 'shell') !== null && findLive(theirs, 'shell') === findLive(ours, 'shell');
  await checkArea(target, area, bundle, {
    url: isSameShell ? null : url,
    describeCalls,
  });
  await uploadVersion(target, bundle, { ...facts, isPreview: false });
  return { ...prepared, uploaded: `  ${bundle.files.length} files as they are at the source; nothing was built` };
}

/** @throws DeployError if a file isn't the one that was registered */
async function downloadAll(
  source: DeploymentsClient,
  area: string,
  version: string,
  files: readonly { path: string; sha256: string }[],
): Promise<BundleFile[]> {
  const waiting = [...files];
  const found: BundleFile[] = [];
  const work = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const { path, sha256 } = file;
      const content = await source.download(area, version, path);
      if (createHash('sha256').update(content).digest('hex') !== sha256)
        throw new DeployError(`The source’s ${path} of ${area} ${version} isn’t the file that was deployed. Nothing was changed.`);
      found.push({ path, sha256, content });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_DOWNLOADS }, work));
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function requireKnown(deployments: readonly Deployment[], name: string, whose: string): Deployment {
  const found = deployments.find((deployment) => deployment.name === name);
  if (!found) throw new DeployError(`${whose} does not know ${name}. Deploy the newest edge-api there first.`);
  return found;
}

function findLive(deployments: readonly Deployment[], name: string): string | null {
  return deployments.find((deployment) => deployment.name === name)?.live ?? null;
}
