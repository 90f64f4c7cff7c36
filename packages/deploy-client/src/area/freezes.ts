import { DeployError } from '../deploy-error.ts';
import type { DeployedArea } from '../deployed-area.ts';
import type { DeploymentsClient } from '../deployments-client.ts';
import { localMinute } from './local-minute.ts';
import type { ChangeReason } from './publishing.ts';

/** An area or a Worker. */
type Part = Pick<DeployedArea, 'name' | 'workspace'>;

/** In a freeze: every area and Worker. */
const EVERYTHING = 'all';
export const EVERY_PART: Part = { name: EVERYTHING, workspace: EVERYTHING };

/** @returns the message for the person */
export async function freeze(
  client: DeploymentsClient,
  { name, workspace }: Part,
  { until, reason }: { until?: string | undefined; reason?: string | undefined },
): Promise<string> {
  if (!reason) throw new DeployError('A freeze has a reason that others see: -- --reason "Black Friday"');
  const endsAt = new Date(until ?? '');
  if (Number.isNaN(endsAt.getTime())) {
    throw new DeployError(`A freeze has an end, such as -- --until 2026-12-01T08:00 (on this machine's clock), not "${until ?? ''}".`);
  }
  await client.call('POST /api/deployments/freezes', { body: { name, endsAt: endsAt.toISOString(), reason } });
  return `${workspace} is frozen until ${localMinute(endsAt)}: ${reason}\n  End it: npm run unfreeze -- ${workspace}`;
}

/** @returns the message for the person */
export async function endFreeze(client: DeploymentsClient, { name, workspace }: Part): Promise<string> {
  const { isEnded } = await client.call('DELETE /api/deployments/freezes/{name}', { params: { name } });
  return isEnded ? `${workspace} is no longer frozen.` : `${workspace} wasn't frozen; nothing was changed.`;
}

/** Refuses early what the target would refuse after the build, or after a Worker was switched. @throws DeployError */
export async function requireNotFrozen(client: DeploymentsClient, parts: readonly Part[], { overrideFreeze }: ChangeReason): Promise<void> {
  if (overrideFreeze) return;
  // A Portage that is being set up or replaced has no freezes to ask for.
  const { freezes = [] } = await client.call('GET /api/deployments').catch(() => ({ freezes: [] }));
  const found = freezes.find(({ name }) => name === EVERYTHING || parts.some((part) => part === EVERY_PART || part.name === name));
  if (!found) return;
  const { name, endsAt, by, reason } = found;
  throw new DeployError(
    `${name === EVERYTHING ? 'Everything' : name} is frozen until ${localMinute(new Date(endsAt))}, by ${by}: ${reason}\nWait until then, or say why it can't wait: -- --override-freeze "why"`,
  );
}
