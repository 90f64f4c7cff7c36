import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { DeployError } from '../deploy-error.ts';
import type { DeployedArea } from '../deployed-area.ts';
import type { DeploymentsClient } from '../deployments-client.ts';
import { type Preparation, prepareArea } from './give-area.ts';

export type AreaPreview = CallResponse<Calls, 'GET /api/deployments/previews'>['previews'][number];

export interface PreviewDeploy extends Omit<Preparation, 'isOlder' | 'isPreview'> {
  /** A branch's name, for example. */
  name: string;
  /** `36h` or `14d`; undefined: as long as the server gives it. */
  expires: string | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Builds areas, checks and uploads them as `deploy` does, and gives them only to people who open the link. The code may be older than the
 * live one: nobody loses anything by it.
 *
 * @returns the message for the person
 * @throws DeployError
 */
export async function deployPreviews(
  client: DeploymentsClient,
  areas: readonly DeployedArea[],
  { name, expires, ...preparation }: PreviewDeploy,
): Promise<string> {
  const endsAt = expires === undefined ? {} : { endsAt: new Date(Date.now() + parseLifeMs(expires)).toISOString() };
  if (!/^\S+$/.test(name)) throw new DeployError(`The name of a preview has no spaces, such as a branch’s: not "${name}".`);
  // Asks first, so that nobody waits for a build who may not deploy, or whose Portage has no previews.
  const before = await readPreviews(client);
  const messages: string[] = [];
  for (const area of areas) {
    const { version, uploaded } = await prepareArea(client, area, { ...preparation, isOlder: true, isPreview: true });
    const { preview } = await client.call('POST /api/deployments/{name}/previews', {
      params: { name: area.name },
      body: { name, version, ...endsAt },
    });
    const until = `${preview.endsAt.slice(0, 16).replace('T', ' ')} UTC`;
    messages.push(
      `${area.workspace} ${version} is the preview ${name} until ${until}: ${preview.link}`,
      uploaded ?? '  It was uploaded before and is used again.',
      before.some(({ id }) => id === preview.id)
        ? '  The link is the same as before and shows this version.'
        : '  Nobody gets it without the link.',
      `  End it: npm run preview -- ${area.workspace} --delete ${name}`,
    );
  }
  return messages.join('\n');
}

/** Ends the previews of a name. @param area null: of all areas @returns those that have ended by it */
export async function endPreviews(client: Pick<DeploymentsClient, 'call'>, name: string, area: string | null): Promise<AreaPreview[]> {
  const found = (await readPreviews(client)).filter((preview) => preview.name === name && (area === null || preview.area === area));
  for (const { id } of found) await client.call('DELETE /api/deployments/previews/{id}', { params: { id } });
  return found;
}

/** @throws DeployError also for a Portage that doesn't know previews */
export async function readPreviews(client: Pick<DeploymentsClient, 'call'>): Promise<AreaPreview[]> {
  try {
    return (await client.call('GET /api/deployments/previews')).previews;
  } catch (error) {
    if (!(error instanceof DeployError) || error.status !== 404) throw error;
    throw new DeployError('The target doesn’t know previews yet. Deploy the newest edge-api and shell there first.');
  }
}

/** @throws DeployError */
export function parseLifeMs(expires: string): number {
  const [, count, unit] = /^(\d{1,3})([hd])$/.exec(expires) ?? [];
  if (count !== undefined && Number(count) > 0) return Number(count) * HOUR_MS * (unit === 'd' ? 24 : 1);
  throw new DeployError(`A preview lives for hours or days, such as --expires 36h or --expires 14d, not "${expires}".`);
}
