import { DeployError, type DeployedArea } from '@portage/deploy-client';
import { EVERY_PART } from '@portage/deploy-client/area';
import { AREA_NAMES, AREAS, type AreaName, isOutsideAreaName, WORKER_NAMES, type WorkerName } from '@portage/registry';

export interface DeployedWorker {
  kind: 'worker';
  name: WorkerName;
  workspace: string;
}

/** An area or Worker that is deployed separately; `workspace` is its folder. */
export type Deployable = (DeployedArea & { kind: 'area'; name: AreaName }) | DeployedWorker;

const ALL: Deployable[] = [
  ...AREA_NAMES.map((name): Deployable => ({ kind: 'area', ...toDeployedArea(name) })),
  ...WORKER_NAMES.map((name): Deployable => ({ kind: 'worker', name, workspace: name })),
];

export function toDeployedArea(name: AreaName): DeployedArea & { name: AreaName } {
  const { firstPage, budget } = AREAS[name];
  return { name, workspace: `mfe-${name}`, firstPage, budget, budgetFile: 'packages/registry/src/areas.ts' };
}

/** @throws DeployError for a workspace that isn't deployed */
export function resolveDeployable(workspace: string): Deployable {
  const found = ALL.find((one) => one.workspace === workspace);
  if (!found && outsideName(workspace))
    throw new DeployError(`${workspace} is in a repository of its own. Run its commands there, or use the Deployments page.`);
  if (!found)
    throw new DeployError(
      `${workspace || 'This folder'} is not deployed on its own. Say -w with one of ${ALL.map((one) => one.workspace).join(', ')}.`,
    );
  return found;
}

/** What a freeze is for, also an area of another repository. @throws DeployError */
export function resolveFreezable(workspace: string): Pick<DeployedArea, 'name' | 'workspace'> {
  if (workspace === EVERY_PART.workspace) return EVERY_PART;
  const name = outsideName(workspace);
  return name ? { name, workspace } : resolveDeployable(workspace);
}

function outsideName(workspace: string): string | null {
  const name = /^mfe-(.+)$/.exec(workspace)?.[1] ?? '';
  return isOutsideAreaName(name) ? name : null;
}

/** The folder of the area or Worker that the server knows by this name. */
export function getWorkspace(name: string): string {
  return ALL.find((one) => one.name === name)?.workspace ?? (isOutsideAreaName(name) ? `mfe-${name}` : name);
}
