import type { ReportOutcome } from '@portage/contracts';
import { log } from '@portage/contracts/log';
import {
  type CountedReports,
  connectPool,
  countReports,
  findDeployment,
  findLiveVersion,
  findVersion,
  type HttpDatabase,
  keepReport,
  lockDeployment,
} from '@portage/database';
import { cutText } from '@portage/primitives/cut-text';
import { DAY_MS } from '@portage/primitives/durations';
import { type AreaDeployments, canFallBack, FALL_BACK_DEFAULTS, fallBack, findDeploymentKind, shouldFallBack } from '@portage/registry';
import type { Env } from '../env.ts';
import { invalid } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules } from '../rate-limits/rules.ts';
import { describeMismatch } from './change-deployment.ts';
import { toAreaState, toDeploymentRow } from './deployment-state.ts';
import { sendHookMessages } from './hooks/send-hook-messages.ts';
import { countLoad, type ObservedLoad } from './observed-loads.ts';
import { publishRegistry } from './publish-registry.ts';

export interface VersionReport {
  area: string;
  version: string;
  outcome: ReportOutcome;
  message?: string | undefined;
  observed?: ObservedLoad | undefined;
}

const QUOTED_LENGTH = 200;

/**
 * Stores a browser's report about a version, raises the alarm if the version fails, and rolls it back when it fails for too many
 * people. An admin who acts as another person counts as themselves.
 *
 * @returns whether the report counts: it is about a version that people should have and that this person has loaded
 */
export async function takeReport(context: UserContext, report: VersionReport): Promise<boolean> {
  const { db, user, now } = context;
  const userId = user.impersonatorUserId ?? user.id;
  await limitAttempts(context, [{ rule: rateLimitRules.deploymentReportsByUser, parts: [userId] }]);
  const { area, version, outcome, message, observed } = report;
  if (findDeploymentKind(area) !== 'area') throw invalid('There is no such area.', 'area');
  const isFailure = outcome === 'LoadFailed' || outcome === 'RenderFailed';
  if (outcome !== 'Loading') await countLoad(context, { area, version, hasFailed: isFailure }, observed);
  const kept = await keepReport(db, { name: area, version, userId, outcome, message: message || null, at: now() });
  if (kept === 'new' && isFailure) await actOnFailure(context, report);
  return kept !== 'unknown';
}

async function actOnFailure(context: UserContext, report: VersionReport): Promise<void> {
  const { area, version, message } = report;
  const row = await findDeployment(context.db, area);
  if (!row) return;
  const state = toAreaState(row);
  const minUsers = readMinUsers(context.env);
  const since = (state.canary?.version === version ? state.canary.since : state.onTrialSince) ?? aDayBefore(context.now());
  const counts = await countReports(context.db, area, version, since);
  const isOnTrial = canFallBack(state, version, context.now()) && (await hasWayBack(context.db, state, version));
  const expectedUsers = counts.formerUsers * (state.canary?.version === version ? state.canary.percent / 100 : 1);
  if (isOnTrial && shouldFallBack({ ...counts, expectedUsers }, { ...FALL_BACK_DEFAULTS, minUsers })) {
    await takeBack(context, report, state, describeFailures(counts, message));
  } else if (counts.failedUsers >= minUsers) {
    await raiseAlarm(context, report, since, describeFailures(counts, message));
  }
}

/** The version before may have been built for a shell that is no longer live: a page that fails is better than one that doesn't load. */
async function hasWayBack(db: HttpDatabase, { area, previous, canary }: AreaDeployments, version: string): Promise<boolean> {
  if (canary?.version === version || previous === null) return true;
  const [target, shell] = await Promise.all([findVersion(db, area, previous), findLiveVersion(db, 'shell')]);
  return target !== null && describeMismatch(target, shell) === null;
}

async function takeBack(
  { env, db, now, ipAddress, requestId, waitUntil }: UserContext,
  report: VersionReport,
  state: AreaDeployments,
  note: string,
) {
  const { area: name, version } = report;
  const at = now();
  await using pool = connectPool(env);
  const hasFallenBack = await lockDeployment(pool.db, name, async (locked) => {
    // Checked again: an admin may have acted in between, or another report came first.
    const { state: next, event } = fallBack(version)(toAreaState(locked.row), at);
    if (!event || next.revision !== state.revision + 1) return false;
    const { action: _, ...details } = event;
    const audit = { at, action: 'deployment.fell-back', ipAddress, requestId, details: { name, ...details, note } };
    await locked.save(toDeploymentRow(next), { ...event, at, by: null, note }, audit);
    return true;
  });
  if (!hasFallenBack) return;
  log('error', 'A version of an area failed and was rolled back', { area: name, version, note });
  await publishRegistry(env, pool.db, { evenIfPublished: false });
  waitUntil(sendHookMessages(env, db, now));
}

/** Notifies people of a version that fails but stays; once per release of the version. */
async function raiseAlarm({ env, now, ipAddress, requestId }: UserContext, report: VersionReport, since: Date, note: string) {
  const { area: name, version } = report;
  const at = now();
  await using pool = connectPool(env);
  const isFirst = await lockDeployment(pool.db, name, async (locked) => {
    if (await locked.hasEvent('Failing', version, since)) return false;
    const audit = { at, action: 'deployment.failing', ipAddress, requestId, details: { name, version, note } };
    await locked.note({ at, by: null, action: 'Failing', version, fromVersion: null, percent: null, note }, audit);
    return true;
  });
  if (isFirst) log('error', 'A version of an area is failing for people', { area: name, version, note });
}

/** A version past its trial is still watched: one alarm a day. */
function aDayBefore(at: Date): Date {
  return new Date(at.getTime() - DAY_MS);
}

/** At least 1: a version without a problem stays. */
function readMinUsers({ FALLBACK_MIN_USERS }: Env): number {
  const given = Number(FALLBACK_MIN_USERS);
  return Number.isInteger(given) && given >= 1 ? given : FALL_BACK_DEFAULTS.minUsers;
}

function describeFailures({ failedUsers, loadedUsers }: CountedReports, message: string | undefined): string {
  const counts = `It failed for ${failedUsers} of the ${loadedUsers} people who had it.`;
  return message ? `${counts} The last one saw: “${cutText(message, QUOTED_LENGTH)}”` : counts;
}
