import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

export type Deployment = CallResponse<Calls, 'GET /api/deployments'>['deployments'][number];
export type DeploymentEvent = Deployment['history'][number];
export type DeploymentVersion = Deployment['versions'][number];

/** Everything that was live after a change. */
export type DeploymentSet = CallResponse<Calls, 'GET /api/deployments/sets'>['sets'][number];

/** A version that only people with a link get. */
export type DeploymentPreview = CallResponse<Calls, 'GET /api/deployments/previews'>['previews'][number];

/** What may not be changed until its end, without an override. */
export type Freeze = NonNullable<CallResponse<Calls, 'GET /api/deployments'>['freezes']>[number];

/** In a freeze: every area and Worker. */
export const EVERYTHING = 'all';

export function formatFrozen(name: string): string {
  return name === EVERYTHING ? 'Everything' : name;
}

/** The person who made a change, or Portage itself. */
export function formatActor(by: string | null): string {
  return by ?? 'Portage';
}

export function describeEvent({ action, version, fromVersion, percent }: DeploymentEvent): string {
  switch (action) {
    case 'Registered':
      return `${version} was uploaded`;
    case 'Deployed':
      return fromVersion ? `${version} went live, after ${fromVersion}` : `${version} went live`;
    case 'RolledBack':
      return fromVersion ? `Rolled back to ${version}, from ${fromVersion}` : `Rolled back to ${version}`;
    case 'Canary':
      return `${version} went out to ${percent ?? 0} % of people`;
    case 'CanaryEnded':
      return `The canary ${version} ended`;
    case 'FellBack':
      return fromVersion ? `Fell back to ${version}, because ${fromVersion} failed` : `Fell back to ${version}`;
    case 'Failing':
      return `${version} fails for people`;
    case 'Held':
      return `${version} is held`;
    case 'Released':
      return `${version} is no longer held`;
    case 'MarkedBad':
      return `${version} was marked as bad`;
    case 'MarkedGood':
      return `${version} is no longer marked as bad`;
    case 'Removed':
      return `The area was removed, with ${version}`;
    default:
      return action satisfies never;
  }
}

/** The last change, if Portage made it: a version failed and was rolled back. Uploads since then change nothing. */
export function findFallback({ history }: Deployment): DeploymentEvent | null {
  const last = findLastChange(history);
  return last?.action === 'FellBack' ? last : null;
}

/** A warning about a version that fails for people and is still served. */
export function findFailure({ live, canary, history }: Deployment): DeploymentEvent | null {
  const last = findLastChange(history);
  const since = last ? history.slice(0, history.indexOf(last)) : history;
  return since.find(({ action, version }) => action === 'Failing' && (version === live || version === canary?.version)) ?? null;
}

function findLastChange(history: readonly DeploymentEvent[]): DeploymentEvent | undefined {
  return history.find(({ action }) => !['Registered', 'Failing', 'MarkedBad', 'MarkedGood'].includes(action));
}

/** Results of a version: "12 healthy, 1 with failures"; null if no browser has reported yet. */
export function describeReports({ reports }: Deployment, version: string | null): string | null {
  const counts = version === null ? undefined : reports[version];
  if (!counts || counts.shown + counts.failed === 0) return null;
  const fine = `${counts.shown} healthy`;
  return counts.failed > 0 ? `${fine}, ${counts.failed} with failures` : fine;
}

/** Whether the version was taken back: nothing proposes it. */
export function isBad({ bad = [] }: Pick<Deployment, 'bad'>, version: string): boolean {
  return bad.includes(version);
}

/** Versions that could be served now, newest first; not those that were uploaded only for a preview. */
export function choosableVersions({ kind, live, versions }: Deployment): DeploymentVersion[] {
  return kind === 'area' ? versions.filter(({ version, hasFiles, isPreview }) => hasFiles && !isPreview && version !== live) : [];
}
