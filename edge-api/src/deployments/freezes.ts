import { connectPool, type DeploymentFreezeRow, deleteFreeze, EVERYTHING, saveFreeze } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import { ApiProblem, conflict, invalid } from '../http/api-problem.ts';
import type { DeployContext } from '../http/context.ts';
import { requireRegistered } from './area-names.ts';
import { auditOfDeployer } from './audit-deployment.ts';
import { requireDeployable } from './authorize-deployer.ts';

const MAX_DAYS = 90;

/** @throws ApiProblem 400 for an end in the past or too far away; 403 and 404 for names that the deployer may not change */
export async function freeze(
  context: DeployContext,
  { name, endsAt, reason }: { name: string; endsAt: string; reason: string },
): Promise<DeploymentFreezeRow> {
  await requireFreezable(context, name);
  const [at, end] = [context.now(), new Date(endsAt)];
  if (end <= at) throw invalid('A freeze ends in the future.', 'endsAt');
  if (end.getTime() - at.getTime() > MAX_DAYS * DAY_MS) throw invalid(`A freeze ends within ${MAX_DAYS} days.`, 'endsAt');
  const row = { name, endsAt: end, reason, at, by: context.deployer.by };
  await saveFreeze(context.db, row, auditOfDeployer(context, 'deployment.frozen', { name, endsAt: end.toISOString(), reason }));
  return row;
}

/** @returns false if it wasn't frozen */
export async function endFreeze(context: DeployContext, name: string): Promise<boolean> {
  await requireFreezable(context, name);
  await using pool = connectPool(context.env);
  return await deleteFreeze(pool.db, name, auditOfDeployer(context, 'deployment.freeze-ended', { name }));
}

/** @throws ApiProblem 409 `frozen` with reason and end, unless the change says why it is made anyway */
export function requireNotFrozen([frozen]: readonly DeploymentFreezeRow[], overrideFreeze: string | undefined): void {
  if (!frozen || overrideFreeze) return;
  throw conflict('frozen', `${describeFreeze(frozen)} Wait until then, or say why it can’t wait: --override-freeze "why".`);
}

function describeFreeze({ name, endsAt, reason, by }: DeploymentFreezeRow): string {
  const end = `${endsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `${name === EVERYTHING ? 'Everything' : name} is frozen until ${end}, by ${by}: ${reason.replace(/[.!?]$/, '')}.`;
}

export function presentFreeze({ endsAt, at, ...freeze }: DeploymentFreezeRow) {
  return { ...freeze, endsAt: endsAt.toISOString(), at: at.toISOString() };
}

async function requireFreezable({ db, deployer }: DeployContext, name: string): Promise<void> {
  if (name !== EVERYTHING) {
    requireDeployable(deployer, name);
    await requireRegistered(db, name);
  } else if (deployer.names) throw new ApiProblem(403, 'forbidden', `The deploy token "${deployer.by}" may not freeze everything.`);
}
