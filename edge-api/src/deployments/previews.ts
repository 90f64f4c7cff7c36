import {
  closePreview,
  connectPool,
  type DeploymentPreviewRow,
  deletePreview,
  findPreview,
  findVersion,
  isAdmin,
  isUuid,
  listAreaLoads,
  listOpenedPreviews,
  listPreviews,
  MAX_PREVIEW_DAYS,
  openPreview,
  type PreviewWithSource,
  savePreview,
} from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import { buildEntryPath, findDeploymentKind } from '@portage/registry';
import { ApiProblem, conflict, invalid, notFound } from '../http/api-problem.ts';
import type { DeployContext, RequestContext, UserContext } from '../http/context.ts';
import { requireRegistered } from './area-names.ts';
import { auditOfDeployer } from './audit-deployment.ts';
import { requireDeployable, requireVersionName } from './authorize-deployer.ts';
import { presentObserved } from './observed-loads.ts';
import { readPreviewLink, signPreviewLink } from './preview-link.ts';

const DEFAULT_DAYS = 7;

export interface AskedPreview {
  area: string;
  name: string;
  /** Must be registered, with its files. */
  version: string;
  endsAt?: string | undefined;
}

/**
 * Makes a version reachable by a link, or gives the preview of that name this version. What people get by default is unchanged, so a freeze
 * doesn't stop it.
 *
 * @throws ApiProblem 400 for an end in the past or too far away; 403 and 404 for what the deployer may not deploy; 409 if the files are gone
 */
export async function savePreviewOf(context: DeployContext, { area: givenArea, name, version: givenVersion, endsAt }: AskedPreview) {
  const { name: area, kind } = requireDeployable(context.deployer, givenArea);
  if (kind === 'worker') throw invalid(`A preview is of an area; ${area} is a Worker.`, 'name');
  const version = requireVersionName(kind, givenVersion);
  const at = wholeSeconds(context.now());
  const end = endsAt === undefined ? new Date(at.getTime() + DEFAULT_DAYS * DAY_MS) : new Date(endsAt);
  if (end <= at) throw invalid('A preview ends in the future.', 'endsAt');
  if (end > lastEnd(at)) throw invalid(`A preview ends within ${MAX_PREVIEW_DAYS} days.`, 'endsAt');
  await using pool = connectPool(context.env);
  const saved = await savePreview(
    pool.db,
    { id: context.newId(), area, name, version, createdAt: at, endsAt: end, by: context.deployer.by },
    (row) => {
      if (!row) throw notFound(`Version ${version} of ${area}`);
      if (row.removedAt) throw conflict('version-cleared', `The files of version ${version} of ${area} were deleted. Deploy it again.`);
    },
    auditOfDeployer(context, 'deployment.preview-deployed', { name: area, preview: name, version, endsAt: end.toISOString() }),
  );
  return present(context, saved);
}

export async function presentPreviews(context: DeployContext) {
  const [previews, loads] = await Promise.all([listPreviews(context.db, context.now()), listAreaLoads(context.db)]);
  const findObserved = ({ preview: { area, version } }: PreviewWithSource) =>
    presentObserved(
      version,
      loads.filter(({ labels }) => labels.area === area),
    );
  return { previews: previews.map((preview) => ({ ...present(context, preview), ...findObserved(preview) })) };
}

/** @returns false if it had ended; @throws ApiProblem 404 for an invalid id */
export async function endPreview(context: DeployContext, id: string): Promise<boolean> {
  if (!isUuid(id)) throw notFound('This preview');
  const found = await findPreview(context.db, id, context.now());
  if (!found) return false;
  const { area, name: preview, version } = found;
  requireDeployable(context.deployer, area);
  await using pool = connectPool(context.env);
  return await deletePreview(pool.db, id, auditOfDeployer(context, 'deployment.preview-deleted', { name: area, preview, version }));
}

/**
 * Opens the preview of a link in the caller's session: no other session of anybody gets it, whatever its browser holds.
 *
 * @throws ApiProblem 404 for a link that isn't ours or has ended, 403 for the admins' area and for an admin who acts as the caller
 */
export async function openLinkedPreview(context: UserContext, link: string) {
  const { user, db, env } = context;
  if (user.impersonatorUserId !== null) {
    const text = 'You’re acting as another person, who would get the preview. Open the link in your own session.';
    throw new ApiProblem(403, 'not-while-impersonating', text);
  }
  const linked = readPreviewLink(env, link);
  if (!linked)
    throw new ApiProblem(404, 'preview-unknown', 'This link to a preview isn’t valid. Copy it again in full, or ask for a new one.');
  const at = context.now();
  const preview = linked.expiresAt > at ? await findPreview(db, linked.id, at) : null;
  if (!preview || preview.area !== linked.area) throw hasEnded();
  if (preview.area === 'admin' && !isAdmin(user)) throw new ApiProblem(403, 'forbidden', 'Only admins can open this preview.');
  const version = await findVersion(db, preview.area, preview.version);
  if (!version?.integrity || version.removedAt || !(await openPreview(db, user.sessionId, preview))) throw hasEnded();
  return presentOpened(preview, version.integrity, version.menuLabel);
}

export async function presentOpenedPreviews({ db, user, now }: UserContext) {
  const opened = await listOpenedPreviews(db, user.sessionId, now());
  return {
    previews: opened.flatMap(({ preview, integrity, menuLabel }) => (integrity ? [presentOpened(preview, integrity, menuLabel)] : [])),
  };
}

/** @throws ApiProblem 404 for an unknown area */
export async function closeOpenedPreview({ db, user }: UserContext, area: string) {
  if (findDeploymentKind(area) !== 'area') throw notFound('This area');
  await requireRegistered(db, area);
  await closePreview(db, user.sessionId, area);
  return {};
}

function hasEnded(): ApiProblem {
  return new ApiProblem(404, 'preview-ended', 'This preview has ended. Ask the person who sent you the link to deploy it again.');
}

function lastEnd(createdAt: Date): Date {
  return new Date(createdAt.getTime() + MAX_PREVIEW_DAYS * DAY_MS);
}

function present({ env, publicOrigin }: RequestContext, { preview, source }: PreviewWithSource) {
  const { id, area, createdAt } = preview;
  const link = `${publicOrigin}/preview#${signPreviewLink(env, { area, id, expiresAt: lastEnd(createdAt) })}`;
  return { ...presentFields(preview), source, link };
}

function presentOpened(preview: DeploymentPreviewRow, integrity: { manifest: string; remoteEntry: string }, label: string | null) {
  const menu = label === null ? {} : { menu: { label } };
  return { ...presentFields(preview), entry: buildEntryPath(preview.area, preview.version), integrity, ...menu };
}

function presentFields({ id, area, name, version, by, endsAt }: DeploymentPreviewRow) {
  return { id, area, name, version, by, endsAt: endsAt.toISOString() };
}

/** Links have no fractions of a second. */
function wholeSeconds(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1_000) * 1_000);
}
