import { DeployError } from '../deploy-error.ts';
import type { DeployedArea } from '../deployed-area.ts';
import type { Deployment, DeploymentsClient } from '../deployments-client.ts';
import { type ChangeReason, publishing } from './publishing.ts';

type NamedArea = Pick<DeployedArea, 'name' | 'workspace'>;

/**
 * Gives everyone an earlier version of an area: the previous one, unless `version` names another.
 *
 * @returns the message for the person
 * @throws DeployError also if somebody else changed the area at the same moment, or the previous version was taken back itself
 */
export async function rollBackArea(
  client: DeploymentsClient,
  { name, workspace }: NamedArea,
  { version, reason = {} }: { version: string | undefined; reason?: ChangeReason },
): Promise<string> {
  const { live, previous, revision, bad } = await client.one(name);
  if (version === undefined && previous !== null) requireGood(previous, bad, `npm run rollback -w ${workspace} ${previous}`);
  const change = await client.call('POST /api/deployments/{name}/rollback', {
    params: { name },
    body: { expectedRevision: revision, ...(version ? { version } : {}), ...reason },
  });
  return [
    `${workspace} ${change.deployment.live} is live again for everyone, instead of ${live ?? 'nothing'}.`,
    change.deployment.bad?.includes(live ?? '') ? `  ${live} is marked as bad: nothing picks it by itself.` : '',
    `  Forward again: npm run rollback -w ${workspace} ${live ?? ''}`.trimEnd(),
    publishing(change),
  ]
    .filter(Boolean)
    .join('\n');
}

/** Takes an area of another repository away from everyone. @returns the message for the person @throws DeployError */
export async function removeArea(
  client: DeploymentsClient,
  { name, workspace }: NamedArea,
  { reason }: { reason: ChangeReason },
): Promise<string> {
  const { live, revision } = await client.one(name);
  const change = await client.call('POST /api/deployments/{name}/removed', {
    params: { name },
    body: { expectedRevision: revision, ...reason },
  });
  if (!change.isChanged) return `Nobody gets ${workspace} anyway; nothing was changed.`;
  return [`${workspace} ${live} is removed, with its menu entry.`, `  Back: npm run rollback -w ${workspace}`, publishing(change)]
    .filter(Boolean)
    .join('\n');
}

/** Gives a share of signed-in people a version of an area. @returns the message for the person */
export async function setCanaryOfArea(
  client: DeploymentsClient,
  { name, workspace }: NamedArea,
  { percent, version, isBad, reason = {} }: { percent: number; version: string | undefined; isBad: boolean; reason?: ChangeReason },
): Promise<string> {
  const before = await client.one(name);
  const { revision: expectedRevision } = before;
  if (isBad) return markAsBad(client, { name, workspace }, { version: version ?? before.canary?.version, expectedRevision, reason });
  if (percent === 0 && !before.canary) return `${workspace} has no canary; nothing was changed.`;
  const chosen = version ?? (percent === 0 ? undefined : candidate(before, workspace));
  const change = await client.call('POST /api/deployments/{name}/canary', {
    params: { name },
    body: { percent, expectedRevision, ...(chosen ? { version: chosen } : {}), ...reason },
  });
  const { isChanged, deployment } = change;
  const done = isChanged ? sharedOut(deployment, workspace, percent) : 'It was so already; nothing was changed.';
  return [done, publishing(change)].filter(Boolean).join('\n');
}

function sharedOut(deployment: Deployment, workspace: string, percent: number): string {
  if (percent === 0) return `The canary of ${workspace} has ended: everyone gets ${deployment.live}.`;
  if (percent === 100) return `${workspace} ${deployment.live} is live for everyone.\n  Back: npm run rollback -w ${workspace}`;
  return `${workspace} ${deployment.canary?.version} goes to ${percent} percent of the people signed in, ${deployment.live} to the others.\n  All: npm run canary -w ${workspace} 100; none: 0`;
}

/** Ends the canary if it is the version. */
async function markAsBad(
  client: DeploymentsClient,
  { name, workspace }: NamedArea,
  { version, expectedRevision, reason }: { version: string | undefined; expectedRevision: number; reason: ChangeReason },
): Promise<string> {
  if (version === undefined) {
    throw new DeployError(`${workspace} has no canary. Name the bad version: npm run canary -w ${workspace} 0 -- --bad --version …`);
  }
  const change = await client.call('POST /api/deployments/{name}/bad', {
    params: { name },
    body: { version, isBad: true, expectedRevision, ...reason },
  });
  const done = `${workspace} ${version} is marked as bad: nobody gets it until somebody names it.`;
  return [done, publishing(change)].filter(Boolean).join('\n');
}

/** @throws DeployError if the version was taken back; the command is the one that names it */
export function requireGood(version: string, bad: readonly string[] | undefined, command: string): void {
  if (bad?.includes(version)) {
    throw new DeployError(`The version before the live one, ${version}, was taken back. If you want it anyway, name it: ${command}`);
  }
}

/** The present canary, otherwise the newest version after the live one: never an old one by accident, nor one that was taken back. */
function candidate({ canary, live, versions, bad = [] }: Deployment, workspace: string): string {
  if (canary) return canary.version;
  const at = versions.findIndex(({ version }) => version === live);
  const newer = (at === -1 ? versions : versions.slice(0, at)).filter(({ hasFiles, isPreview }) => hasFiles && !isPreview);
  const good = newer.find(({ version }) => !bad.includes(version));
  if (good) return good.version;
  if (newer[0]) {
    throw new DeployError(
      `The newer versions of ${workspace} were taken back, the last one ${newer[0].version}. Deploy a better one, or name the one you want (-- --version …).`,
    );
  }
  throw new DeployError(
    `No version of ${workspace} is newer than the live one. Deploy one to a share of the people (npm run deploy -w ${workspace} -- --canary 10), or name one (-- --version …).`,
  );
}
