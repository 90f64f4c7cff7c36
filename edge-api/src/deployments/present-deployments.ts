import {
  countAllReports,
  type DeploymentLists,
  findVersion,
  type HttpDatabase,
  listAreaLoads,
  listDeployments,
  listFreezes,
  type MetricRecord,
} from '@portage/database';
import { AREA_NAMES, findDeploymentKind, noDeployments, WORKER_NAMES } from '@portage/registry';
import { notFound } from '../http/api-problem.ts';
import { toAreaState } from './deployment-state.ts';
import { presentFreeze } from './freezes.ts';
import { presentObserved } from './observed-loads.ts';

const LISTED = 50;

type Reports = Awaited<ReturnType<typeof countAllReports>>;

/** Every area and Worker, deployed or not. */
export async function presentDeployments(db: HttpDatabase, at: Date) {
  const [lists, reports, loads, freezes] = await Promise.all([
    listDeployments(db, LISTED),
    countAllReports(db),
    listAreaLoads(db),
    listFreezes(db, at),
  ]);
  const areas = new Set<string>([...AREA_NAMES, ...listAreas(lists)]);
  return {
    deployments: [...areas, ...WORKER_NAMES].map((name) => present(name, lists, reports, loads)),
    registry: lists.registry,
    freezes: freezes.map(presentFreeze),
  };
}

/** Also those of other repositories, once a version of them is registered. */
function listAreas({ versions }: DeploymentLists): string[] {
  return versions
    .map(({ name }) => name)
    .filter((name) => findDeploymentKind(name) === 'area')
    .sort();
}

export async function presentDeployment(db: HttpDatabase, name: string) {
  const [lists, reports, loads] = await Promise.all([listDeployments(db, LISTED, name), countAllReports(db), listAreaLoads(db)]);
  return present(name, lists, reports, loads);
}

function present(name: string, lists: DeploymentLists, allReports: Reports, allLoads: readonly MetricRecord[]) {
  const row = lists.deployments.find((deployment) => deployment.name === name);
  const { live, previous, canary, isHeld, bad, revision } = row ? toAreaState(row) : noDeployments(name);
  const history = lists.history.filter((line) => line.name === name);
  const lastChange = history.find(({ action }) => !['Registered', 'Failing', 'MarkedBad', 'MarkedGood'].includes(action));
  const reports = allReports.filter((report) => report.name === name);
  const loads = allLoads.filter(({ labels }) => labels.area === name);
  return {
    name,
    kind: findDeploymentKind(name) ?? ('area' as const),
    live,
    previous,
    canary: canary && { version: canary.version, percent: canary.percent },
    isHeld,
    bad: [...bad],
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
      .map((version) => ({ ...presentVersion(version), ...presentObserved(version.version, loads) })),
  };
}

/** @throws ApiProblem 404 */
export async function presentVersionDetails(db: HttpDatabase, name: string, version: string) {
  const row = await findVersion(db, name, version);
  if (!row) throw notFound(`Version ${version} of ${name}`);
  const menu = row.menuLabel === null ? {} : { menu: { label: row.menuLabel } };
  return { ...presentVersion(row), shared: row.shared, files: row.files, uses: row.uses, ...menu };
}

function presentVersion(row: DeploymentLists['versions'][number]) {
  const { version, uploadedAt, by, sizeBrotliBytes, contractVersion, source, shared, isPreview, removedAt } = row;
  return {
    version,
    uploadedAt: uploadedAt.toISOString(),
    by,
    sizeBrotliBytes,
    contractVersion,
    source,
    shared,
    ...(isPreview ? { isPreview } : {}),
    hasFiles: removedAt === null,
  };
}
