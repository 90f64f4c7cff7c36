import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

export type Deployment = CallResponse<Calls, 'GET /api/deployments'>['deployments'][number];
export type DeploymentEvent = Deployment['history'][number];
export type DeploymentVersion = Deployment['versions'][number];

/** Whoever made a change; Portage itself where nobody did. */
export function nameOf(by: string | null): string {
  return by ?? 'Portage';
}

/** One line of the history, in words. */
export function wordsOf({ action, version, fromVersion, percent }: DeploymentEvent): string {
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
    case 'Held':
      return `${version} is held`;
    case 'Released':
      return `${version} is no longer held`;
    default:
      return action satisfies never;
  }
}

/** The last change, where nobody made it: a version failed and was taken back. Uploads since change nothing. */
export function fallBackOf({ history }: Deployment): DeploymentEvent | null {
  const last = history.find(({ action }) => action !== 'Registered');
  return last?.action === 'FellBack' ? last : null;
}

/** What people saw of a version: "12 people fine, 1 with failures"; null where nobody has told yet. */
export function fareOf({ reports }: Deployment, version: string | null): string | null {
  const counts = version === null ? undefined : reports[version];
  if (!counts || counts.shown + counts.failed === 0) return null;
  const fine = `${counts.shown} ${counts.shown === 1 ? 'person' : 'people'} fine`;
  return counts.failed > 0 ? `${fine}, ${counts.failed} with failures` : fine;
}

/** Versions that could be given to people now, the newest first. */
export function choosableVersions({ kind, live, versions }: Deployment): DeploymentVersion[] {
  return kind === 'area' ? versions.filter(({ version, hasFiles }) => hasFiles && version !== live) : [];
}
