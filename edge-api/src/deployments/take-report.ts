import { connectPool, countReports, findDeployment, keepReport, lockDeployment, type ReportCounts } from '@portage/database';
import { canFallBack, FALL_BACK_DEFAULTS, fallBack, kindOf, shouldFallBack } from '@portage/registry';
import type { Env } from '../env.ts';
import { invalid } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules } from '../rate-limits/rules.ts';
import { rowOf, stateOf } from './deployment-state.ts';
import { publishRegistry } from './publish-registry.ts';

export interface VersionReport {
  area: string;
  version: string;
  outcome: 'Shown' | 'LoadFailed' | 'RenderFailed';
  message?: string | undefined;
}

const QUOTED_LENGTH = 200;

/**
 * Keeps what somebody's browser tells of a version, and takes the version back when it fails for too many. Whoever acts as
 * somebody else counts as themselves.
 *
 * @returns whether the report counts: it is about a version that people are meant to have
 */
export async function takeReport(context: UserContext, report: VersionReport): Promise<boolean> {
  const { db, user, now } = context;
  const userId = user.impersonatorUserId ?? user.id;
  await limitAttempts(context, [{ rule: rateLimitRules.deploymentReportsByUser, parts: [userId] }]);
  const { area, version, outcome, message } = report;
  if (kindOf(area) !== 'area') throw invalid('There is no such area.', 'area');
  const kept = await keepReport(db, { name: area, version, userId, outcome, message: message || null, at: now() });
  if (kept === 'new' && outcome !== 'Shown') await takeBackIfFailing(context, report);
  return kept !== 'unknown';
}

async function takeBackIfFailing(context: UserContext, { area, version, message }: VersionReport): Promise<void> {
  const { env, db, now, ipAddress, requestId } = context;
  const at = now();
  const row = await findDeployment(db, area);
  if (!row || !canFallBack(stateOf(row), version, at)) return;
  const state = stateOf(row);
  const since = state.canary?.version === version ? state.canary.since : state.onTrialSince;
  const counts = await countReports(db, area, version, since ?? at);
  if (!shouldFallBack(counts, { ...FALL_BACK_DEFAULTS, minUsers: minUsersOf(env) })) return;

  await using pool = connectPool(env);
  const hasFallenBack = await lockDeployment(pool.db, area, async (locked) => {
    // Looked at again: somebody may have acted in between, or another report was first.
    const { state: next, event } = fallBack(version)(stateOf(locked.row), at);
    if (!event || next.revision !== state.revision + 1) return false;
    const note = noteOf(counts, message);
    const { action: _, ...details } = event;
    const audit = { at, action: 'deployment.fell-back', ipAddress, requestId, details: { name: area, ...details, note } };
    await locked.save(rowOf(next), { ...event, at, by: null, note }, audit);
    return true;
  });
  if (hasFallenBack) await publishRegistry(env, pool.db, false);
}

/** At least 1: a version that nobody has a problem with stays. */
function minUsersOf({ FALLBACK_MIN_USERS }: Env): number {
  const given = Number(FALLBACK_MIN_USERS);
  return Number.isInteger(given) && given >= 1 ? given : FALL_BACK_DEFAULTS.minUsers;
}

function noteOf({ failedUsers, shownUsers }: ReportCounts, message: string | undefined): string {
  const counts = `It failed for ${failedUsers} of the ${failedUsers + shownUsers} people who had it.`;
  return message ? `${counts} The last one saw: “${message.slice(0, QUOTED_LENGTH)}”` : counts;
}
