import { DeployError, type DeployedArea } from '@portage/deploy-client';
import { AREA_NAMES, AREAS, type AreaName, type DeploymentName, WORKER_NAMES, type WorkerName } from '@portage/registry';

/** An area or Worker that is deployed separately; `workspace` is its folder. */
export type Deployable = (DeployedArea & { kind: 'area'; name: AreaName }) | { kind: 'worker'; name: WorkerName; workspace: string };

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
  if (!found)
    throw new DeployError(
      `${workspace || 'This folder'} is not deployed on its own. Say -w with one of ${ALL.map((one) => one.workspace).join(', ')}.`,
    );
  return found;
}

/** The folder of the area or Worker that the server knows by this name. */
export function getWorkspace(name: string): string {
  return ALL.find((one) => one.name === (name as DeploymentName))?.workspace ?? name;
}
