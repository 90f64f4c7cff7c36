import { connectPool, type LockedDeployment, lockDeployment } from '@portage/database';
import { type DeploymentAction, RegistryProblem, requireRevision, type Transition } from '@portage/registry';
import type { AuditAction } from '../audit/record-audit.ts';
import { ApiProblem, conflict, notFound } from '../http/api-problem.ts';
import type { DeployContext } from '../http/context.ts';
import { auditOfDeployer } from './audit-deployment.ts';
import { requireDeployable, requireVersionName } from './authorize-deployer.ts';
import { toAreaState, toDeploymentRow } from './deployment-state.ts';
import { publishRegistry } from './publish-registry.ts';
import { requireCommand } from './register-version.ts';

const AUDIT_ACTIONS: Readonly<Record<DeploymentAction, AuditAction>> = {
  Deployed: 'deployment.deployed',
  RolledBack: 'deployment.rolled-back',
  Canary: 'deployment.canary-set',
  CanaryEnded: 'deployment.canary-ended',
  FellBack: 'deployment.fell-back',
  Held: 'deployment.held',
  Released: 'deployment.released',
};

export interface AskedChange {
  name: string;
  version?: string | undefined;
  expectedRevision?: number | undefined;
  note?: string | undefined;
}

/**
 * Changes the live version of one area, without concurrent changes, and publishes it to browsers.
 *
 * @throws ApiProblem 404 for versions that aren't registered, 409 with a code of RegistryProblem
 */
export async function changeDeployment(
  context: DeployContext,
  { name: givenName, version, expectedRevision, note }: AskedChange,
  transition: Transition,
): Promise<{ isChanged: boolean; isPublished: boolean }> {
  const { name, kind } = requireDeployable(context.deployer, givenName);
  if (version !== undefined) requireVersionName(kind, version);
  if (kind === 'worker') requireCommand(context, name);
  await using pool = connectPool(context.env);
  const isChanged = await lockDeployment(pool.db, name, async (locked) => {
    const at = context.now();
    const state = toAreaState(locked.row);
    const change = asProblems(() => {
      requireRevision(state, expectedRevision);
      return transition(state, at);
    });
    const { state: next, event } = change;
    if (version !== undefined) await requireFiles(locked, version);
    if (!event) return false;
    for (const one of [next.live, next.canary?.version]) {
      if (one != null && one !== version && one !== state.live && one !== state.canary?.version) await requireFiles(locked, one);
    }
    const isNew = event.version !== state.canary?.version;
    if ((event.action === 'Deployed' || event.action === 'Canary') && isNew) await locked.forgetReports(event.version);
    const { action, ...details } = event;
    const audit = auditOfDeployer(context, AUDIT_ACTIONS[action], { name, ...details, ...(note ? { note } : {}) });
    await locked.save(toDeploymentRow(next), { ...event, at, by: context.deployer.by, note: note || null }, audit);
    return true;
  });
  return { isChanged, isPublished: await publishRegistry(context.env, pool.db, { evenIfPublished: !isChanged }) };
}

async function requireFiles(locked: LockedDeployment, version: string): Promise<void> {
  const { name } = locked.row;
  const found = await locked.findVersion(version);
  if (!found) throw notFound(`Version ${version} of ${name}`);
  if (found.removedAt) {
    throw conflict('version-cleared', `The files of version ${version} of ${name} were deleted. Deploy it again.`);
  }
}

function asProblems<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RegistryProblem)) throw error;
    throw new ApiProblem(error.code === 'invalid-percent' ? 400 : 409, error.code, error.message);
  }
}
