import {
  connectPool,
  type DeploymentFreezeRow,
  type DeploymentVersionRow,
  EVERYTHING,
  findLiveVersion,
  type LockedDeployment,
  lockDeployments,
} from '@portage/database';
import {
  type DeploymentAction,
  type DeploymentEvent,
  findDeploymentKind,
  RegistryProblem,
  requireRevision,
  sharedMismatches,
  type Transition,
} from '@portage/registry';
import type { AuditAction } from '../audit/record-audit.ts';
import { ApiProblem, conflict, notFound } from '../http/api-problem.ts';
import type { DeployContext } from '../http/context.ts';
import { listAreaNames, requireRegistered } from './area-names.ts';
import { auditOfDeployer } from './audit-deployment.ts';
import { requireDeployable, requireVersionName } from './authorize-deployer.ts';
import { toAreaState, toDeploymentRow } from './deployment-state.ts';
import { requireNotFrozen } from './freezes.ts';
import { sendHookMessages } from './hooks/send-hook-messages.ts';
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
  MarkedBad: 'deployment.marked-bad',
  MarkedGood: 'deployment.marked-good',
  Removed: 'deployment.removed',
};

export interface AskedChange {
  name: string;
  /** Must be registered, with its files. */
  version?: string | undefined;
  expectedRevision?: number | undefined;
  /** Applied in order; each that changes something is one line of the history. */
  transitions: readonly Transition[];
}

export interface DoneChange {
  /** False: everything was already so. */
  isChanged: boolean;
  isPublished: boolean;
  /** The number of the live set. */
  set: number;
}

export interface Reason {
  note?: string | undefined;
  /** Why it is made although something is frozen. */
  overrideFreeze?: string | undefined;
}

/**
 * Changes the live versions of some areas in one step, without concurrent changes, and publishes them to browsers.
 *
 * @param reason with `expectedSet`, the last set is checked while the areas are locked; 0 is before the first one
 * @throws ApiProblem 404 for versions that aren't registered, 409 `frozen`, `shell-differs` or with a code of RegistryProblem
 */
export async function changeDeployments(
  context: DeployContext,
  changes: readonly AskedChange[],
  { expectedSet, ...reason }: Reason & { expectedSet?: number | undefined },
): Promise<DoneChange> {
  for (const { name: givenName, version } of changes) {
    const { name, kind } = requireDeployable(context.deployer, givenName);
    if (version !== undefined) requireVersionName(kind, version);
    if (kind === 'worker') requireCommand(context, name);
    await requireRegistered(context.db, name);
  }
  const shell = await findLiveVersion(context.db, 'shell');
  await using pool = connectPool(context.env);
  // A set is everything: nothing else may change meanwhile.
  const names = [...changes.map(({ name }) => name), ...(expectedSet === undefined ? [] : await listAreaNames(context.db))];
  const { result, newSet } = await lockDeployments(pool.db, names, async ({ get, findLastSet, listFreezes }) => {
    const setBefore = (await findLastSet())?.number ?? 0;
    requireNoNewerSet(setBefore, expectedSet);
    const freezes = await listFreezes(context.now());
    let isChanged = false;
    for (const change of changes)
      isChanged = (await changeLocked(context, get(change.name), change, { ...reason, freezes, shell })) || isChanged;
    return { isChanged, setBefore };
  });
  const { isChanged, setBefore } = result;
  const isPublished = await publishRegistry(context.env, pool.db, { evenIfPublished: !isChanged });
  if (newSet !== null) context.waitUntil(sendHookMessages(context.env, context.db, context.now));
  return { isChanged, isPublished, set: newSet ?? setBefore };
}

function requireNoNewerSet(last: number, expected: number | undefined): void {
  if (expected === undefined || expected === last) return;
  throw conflict(
    'revision-conflict',
    `Something else was deployed in the meantime: the last set is ${last}, not ${expected}. Look at it again, then decide.`,
  );
}

async function changeLocked(
  context: DeployContext,
  locked: LockedDeployment,
  { name, version, expectedRevision, transitions }: AskedChange,
  { note, overrideFreeze, freezes, shell }: Reason & { freezes: readonly DeploymentFreezeRow[]; shell: DeploymentVersionRow | null },
): Promise<boolean> {
  const at = context.now();
  asProblems(() => requireRevision(toAreaState(locked.row), expectedRevision));
  let isChanged = false;
  for (const transition of transitions) {
    const state = toAreaState(locked.row);
    const { state: next, event } = asProblems(() => transition(state, at));
    if (version !== undefined) await requireFiles(locked, version);
    if (!event) continue;
    const frozen = changesPeople(event) ? freezes.filter((freeze) => freeze.name === EVERYTHING || freeze.name === name) : [];
    requireNotFrozen(frozen, overrideFreeze);
    for (const shown of [next.live, next.canary?.version]) {
      if (shown != null && shown !== state.live && shown !== state.canary?.version) requireFit(await requireFiles(locked, shown), shell);
    }
    const isNew = event.version !== state.canary?.version;
    if ((event.action === 'Deployed' || event.action === 'Canary') && isNew) await locked.forgetReports(event.version);
    const { action, ...details } = event;
    const audit = auditOfDeployer(context, AUDIT_ACTIONS[action], {
      name,
      ...details,
      ...(note ? { note } : {}),
      ...(frozen.length > 0 ? { overrideFreeze } : {}),
    });
    const why = [note, frozen.length > 0 ? `Freeze overridden: ${overrideFreeze}` : ''].filter(Boolean).join('. ');
    await locked.save(toDeploymentRow(next), { ...event, at, by: context.deployer.by, note: why || null }, audit);
    isChanged = true;
  }
  return isChanged;
}

/** Holds and marks change nothing that people get. */
function changesPeople({ action }: DeploymentEvent): boolean {
  return ['Deployed', 'RolledBack', 'Canary', 'CanaryEnded', 'Removed'].includes(action);
}

async function requireFiles(locked: LockedDeployment, version: string): Promise<DeploymentVersionRow> {
  const { name } = locked.row;
  const found = await locked.findVersion(version);
  if (!found) throw notFound(`Version ${version} of ${name}`);
  if (found.removedAt) {
    throw conflict('version-cleared', `The files of version ${version} of ${name} were deleted. Deploy it again.`);
  }
  return found;
}

/** A version may have been uploaded before the shell that is live now. */
function requireFit(version: DeploymentVersionRow, shell: DeploymentVersionRow | null): void {
  const mismatch = describeMismatch(version, shell);
  if (mismatch) throw conflict('shell-differs', mismatch);
}

/** Why an area's version would not load in the live shell; null: it would, or no shell is recorded. */
export function describeMismatch(
  { name, version, shared }: Pick<DeploymentVersionRow, 'name' | 'version' | 'shared'>,
  shell: DeploymentVersionRow | null,
): string | null {
  const [mismatch] = shell && findDeploymentKind(name) === 'area' ? sharedMismatches(shared, shell.shared) : [];
  return mismatch ? `Version ${version} of ${name} doesn’t fit the live shell. ${mismatch} Roll the shell back first.` : null;
}

function asProblems<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RegistryProblem)) throw error;
    throw new ApiProblem(error.code === 'invalid-percent' ? 400 : 409, error.code, error.message);
  }
}
