import { countAllReports, type DeploymentLists, type HttpDatabase, listDeployments } from '@portage/database';
import { AREA_NAMES, type DeploymentName, findDeploymentKind, noDeployments, WORKER_NAMES } from '@portage/registry';
import { toAreaState } from './deployment-state.ts';

const LISTED = 50;

type Reports = Awaited<ReturnType<typeof countAllReports>>;

/** Every area and Worker, deployed or not. */
export async function presentDeployments(db: HttpDatabase) {
  const [lists, reports] = await Promise.all([listDeployments(db, LISTED), countAllReports(db)]);
  return {
    deployments: [...AREA_NAMES, ...WORKER_NAMES].map((name) => present(name, lists, reports)),
    registry: lists.registry,
  };
}

export async function presentDeployment(db: HttpDatabase, name: DeploymentName) {
  const [lists, reports] = await Promise.all([listDeployments(db, LISTED, name), countAllReports(db)]);
  return present(name, lists, reports);
}

function present(name: DeploymentName, lists: DeploymentLists, allReports: Reports) {
  const row = lists.deployments.find((deployment) => deployment.name === name);
  const { live, previous, canary, isHeld, revision } = row ? toAreaState(row) : noDeployments(name);
  const history = lists.history.filter((line) => line.name === name);
  const lastChange = history.find(({ action }) => action !== 'Registered' && action !== 'Failing');
  const reports = allReports.filter((report) => report.name === name);
  return {
    name,
    kind: findDeploymentKind(name) ?? ('area' as const),
    live,
    previous,
    canary: canary && { version: canary.version, percent: canary.percent },
    isHeld,
    revision,
    changed: lastChange ? { at: lastChange.at.toISOString(), by: lastChange.by } : null,
    reports: Object.fromEntries(
      reports.map(({ version, shownUsers, failedUsers }) => [version, { shown: shownUsers, failed: failedUsers }]),
    ),
    history: history.map(({ at, by, action, version, fromVersion, percent, note }) => ({
      at: at.toISOString(),
      by,
      action: action as 'Deployed',
      version,
      fromVersion,
      percent,
      note,
    })),
    versions: lists.versions
      .filter((version) => version.name === name)
      .map(({ version, uploadedAt, by, sizeBrotliBytes, contractVersion, shared, removedAt }) => ({
        version,
        uploadedAt: uploadedAt.toISOString(),
        by,
        sizeBrotliBytes,
        contractVersion,
        shared,
        hasFiles: removedAt === null,
      })),
  };
}
