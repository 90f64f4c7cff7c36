import { findDeployment, type HttpDatabase, listDeploymentNames } from '@portage/database';
import { AREA_NAMES, findDeploymentKind, isAreaName, isWorkerName } from '@portage/registry';
import { conflict, notFound } from '../http/api-problem.ts';

/** The areas of Portage's own repository, and those of others that have been deployed. */
export async function listAreaNames(db: HttpDatabase): Promise<string[]> {
  const deployed = (await listDeploymentNames(db)).filter((name) => findDeploymentKind(name) === 'area');
  return [...new Set([...AREA_NAMES, ...deployed])];
}

/** @throws ApiProblem 404 for an area of another repository without a registered version */
export async function requireRegistered(db: HttpDatabase, name: string): Promise<void> {
  if (!isAreaName(name) && !isWorkerName(name) && !(await findDeployment(db, name))) throw notFound('This area');
}

/** @throws ApiProblem 409 for an area or Worker of Portage's own repository */
export function requireOutside(name: string): void {
  if (!isAreaName(name) && !isWorkerName(name)) return;
  throw conflict('part-of-portage', `${name} is part of Portage and can't be removed. Only areas in repositories of their own can.`);
}
