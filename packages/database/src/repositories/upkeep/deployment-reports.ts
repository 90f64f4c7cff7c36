import type { ReportOutcome } from '@portage/contracts';
import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { deploymentPreviews, openedPreviews } from '../../schema/deployment-previews.ts';
import { deploymentReports, deployments } from '../../schema/deployments.ts';
import { sessions } from '../../schema/sessions.ts';
import { ADMIN_ROLE, users } from '../../schema/users.ts';
import { workflowInstances } from '../../schema/workflow-instances.ts';

export interface DeploymentReport {
  name: string;
  version: string;
  userId: string;
  outcome: ReportOutcome;
  message: string | null;
  at: Date;
}

/**
 * Records how a version fared for a person who began to load it. The first report is `Loading` and creates the row; later
 * reports without that row are ignored, and so are reports by a person who has opened the version as a preview. A failure stays a failure
 * whatever the person sees later, and a person who reports again counts once.
 *
 * @returns `unknown`: no one is meant to have this version, or this person never loaded it; `known`: nothing new; `new`
 */
export async function keepReport(db: HttpDatabase, report: DeploymentReport): Promise<'unknown' | 'known' | 'new'> {
  const { name, version, userId, outcome, message, at } = report;
  const isPreviewed = sql`exists (
    select 1 from ${openedPreviews} o join ${deploymentPreviews} p on p.id = o.preview_id join ${sessions} s on s.id = o.session_id
    where p.area = ${name} and p.version = ${version} and ${userId}::uuid = coalesce(s.impersonator_user_id, s.user_id))`;
  const isOffered = sql`exists (select 1 from ${deployments} where ${deployments.name} = ${name} and ${version} in (${deployments.liveVersion}, ${deployments.canaryVersion})) and not ${isPreviewed}`;
  const mine = sql`name = ${name} and version = ${version} and user_id = ${userId}::uuid`;
  const instant = sql`${at.toISOString()}::timestamptz`;
  const write =
    outcome === 'Loading'
      ? sql`insert into ${deploymentReports} (name, version, user_id, outcome, message, at)
            select ${name}, ${version}, ${userId}::uuid, ${outcome}, null, ${instant} where ${isOffered}
            on conflict (name, version, user_id) do nothing returning 1`
      : sql`update ${deploymentReports} set outcome = ${outcome}, message = ${message}, at = ${instant}
            where ${mine} and ${isOffered} and (outcome = 'Loading' or (outcome = 'Shown' and ${outcome} <> 'Shown')) returning 1`;
  const result = await db.execute<{ isWritten: boolean; isKnown: boolean }>(sql`
    with written as (${write})
    select exists (select 1 from written) as "isWritten",
      ${isOffered} and exists (select 1 from ${deploymentReports} where ${mine}) as "isKnown"`);
  const [row] = result.rows;
  if (row?.isWritten) return 'new';
  return row?.isKnown ? 'known' : 'unknown';
}

const FAILURES = ['LoadFailed', 'RenderFailed'] as const;

/** How many people count for a version (`countingUsers`). */
export interface CountedReports {
  failedUsers: number;
  loadedUsers: number;
  /** People who had another version of the area in the time for which reports are stored. */
  formerUsers: number;
}

/**
 * Counts people whose reports about a version are trusted: their address is confirmed, and before `since` they had an account and a run of
 * their own (or are admins). Accounts are free, and a few made for the purpose must not bring a version down.
 */
export async function countReports(db: HttpDatabase, name: string, version: string, since: Date): Promise<CountedReports> {
  const before = sql`${since.toISOString()}::timestamptz`;
  const result = await db.execute<{ [Name in keyof CountedReports]: number }>(sql`
    with heard as (
      select r.user_id, r.version, r.outcome from ${deploymentReports} r
      join ${users} u on u.id = r.user_id
      where r.name = ${name} and not u.is_deleted and u.email_confirmed and u.created_at <= ${before}
        and (${ADMIN_ROLE} = any(u.roles)
          or exists (select 1 from ${workflowInstances} w where w.owner_user_id = u.id and w.created_at <= ${before}))
    )
    select
      (count(*) filter (where version = ${version} and outcome in ('LoadFailed', 'RenderFailed')))::int as "failedUsers",
      (count(*) filter (where version = ${version}))::int as "loadedUsers",
      (count(distinct user_id) filter (where version <> ${version}))::int as "formerUsers"
    from heard`);
  return result.rows[0] ?? { failedUsers: 0, loadedUsers: 0, formerUsers: 0 };
}

export interface ReportCounts {
  failedUsers: number;
  shownUsers: number;
}

/** All reports about each live version and canary. */
export async function countAllReports(db: HttpDatabase): Promise<(ReportCounts & { name: string; version: string })[]> {
  const count = (outcomes: readonly DeploymentReport['outcome'][]) =>
    sql<number>`(count(*) filter (where ${inArray(deploymentReports.outcome, [...outcomes])}))::int`;
  return db
    .select({
      name: deploymentReports.name,
      version: deploymentReports.version,
      failedUsers: count(FAILURES),
      shownUsers: count(['Shown']),
    })
    .from(deploymentReports)
    .innerJoin(
      deployments,
      and(
        eq(deployments.name, deploymentReports.name),
        or(eq(deployments.liveVersion, deploymentReports.version), eq(deployments.canaryVersion, deploymentReports.version)),
      ),
    )
    .groupBy(deploymentReports.name, deploymentReports.version);
}

/** Deletes reports that are no longer read. */
export async function deleteReportsBefore(db: HttpDatabase, before: Date): Promise<void> {
  await db.delete(deploymentReports).where(lt(deploymentReports.at, before));
}
