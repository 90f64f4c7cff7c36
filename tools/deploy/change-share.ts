import { DeployError, type Deployment, type DeploymentsClient } from '@portage/deploy-client';
import type { Deployable } from './deployable.ts';
import { publishing } from './publishing.ts';

/** Gives everyone an earlier version of an area: the previous one, unless `version` names another. @returns the message for the person */
export async function rollBackArea(
  client: DeploymentsClient,
  { name, workspace }: Deployable,
  { version, note }: { version: string | undefined; note?: string | undefined },
): Promise<string> {
  const { live } = await client.one(name);
  const change = await client.call('POST /api/deployments/{name}/rollback', {
    params: { name },
    body: { ...(version ? { version } : {}), ...(note ? { note } : {}) },
  });
  return [
    `${workspace} ${change.deployment.live} is live again for everyone, instead of ${live ?? 'nothing'}.`,
    `  Forward again: npm run rollback -w ${workspace} ${live ?? ''}`.trimEnd(),
    publishing(change),
  ]
    .filter(Boolean)
    .join('\n');
}

/** Gives a share of signed-in people a version of an area. @returns the message for the person */
export async function setCanaryOfArea(
  client: DeploymentsClient,
  { name, workspace }: Deployable,
  { percent, version }: { percent: number; version: string | undefined },
): Promise<string> {
  const before = await client.one(name);
  if (percent === 0 && !before.canary) return `${workspace} has no canary; nothing was changed.`;
  const chosen = version ?? (percent === 0 ? undefined : candidate(before, workspace));
  const change = await client.call('POST /api/deployments/{name}/canary', {
    params: { name },
    body: { percent, ...(chosen ? { version: chosen } : {}) },
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

/** The present canary, otherwise the newest version after the live one: never an old one by accident. */
function candidate({ canary, live, versions }: Deployment, workspace: string): string {
  if (canary) return canary.version;
  const at = versions.findIndex(({ version }) => version === live);
  const newer = (at === -1 ? versions : versions.slice(0, at)).find(({ hasFiles }) => hasFiles);
  if (newer) return newer.version;
  throw new DeployError(
    `No version of ${workspace} is newer than the live one. Deploy one to a share of the people (npm run deploy -w ${workspace} -- --canary 10), or name one (-- --version …).`,
  );
}
