import { describeSource } from '@portage/contracts';
import { DeployError, type DeployedArea, type DeploymentsClient } from '@portage/deploy-client';
import { endPreviews, localMinute, readPreviews } from '@portage/deploy-client/area';
import { type Deployable, getWorkspace, resolveDeployable } from './deployable.ts';
import { formatTable } from './table.ts';

/** One line for each preview. */
export async function listPreviews(client: DeploymentsClient): Promise<string> {
  const previews = await readPreviews(client);
  if (previews.length === 0) return 'There are no previews. Make one: npm run deploy -w mfe-billing -- --preview checkout-copy';
  const rows = previews.map(({ area, name, source, by, endsAt, observed, link }) => [
    getWorkspace(area),
    name,
    source ? describeSource(source) : '-',
    by,
    localMinute(new Date(endsAt)),
    observed ? `${observed.loads}/${observed.failures}` : '-',
    link,
  ]);
  return formatTable(['area', 'name', 'commit', 'by', 'until', 'loads/failures', 'link'], rows);
}

/** @param workspace only of this area; undefined: of all @returns the message for the person */
export async function deletePreviews(client: DeploymentsClient, name: string, workspace: string | undefined): Promise<string> {
  const area = workspace === undefined ? null : resolveDeployable(workspace).name;
  const found = await endPreviews(client, name, area);
  if (found.length === 0)
    throw new DeployError(`There is no preview ${name}${workspace ? ` of ${workspace}` : ''}. List them: npm run previews`);
  return found
    .map((preview) => `The preview ${name} of ${getWorkspace(preview.area)} has ended: everyone gets the live version.`)
    .join('\n');
}

/** @throws DeployError for Workers: a preview is of areas */
export function requireAreas(deployables: readonly Deployable[]): DeployedArea[] {
  return deployables.map((deployable) => {
    if (deployable.kind === 'area') return deployable;
    throw new DeployError(`A preview is of areas, and ${deployable.workspace} is a Worker: deploy it to staging instead.`);
  });
}
