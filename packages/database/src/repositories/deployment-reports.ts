import { and, eq, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../connect.ts';
import { deploymentReports, deployments } from '../schema/deployments.ts';
import { users } from '../schema/users.ts';

export interface DeploymentReport {
  name: string;
  version: string;
  userId: string;
  outcome: 'Shown' | 'LoadFailed' | 'RenderFailed';
  message: string | null;
  at: Date;
}

/**
 * Keeps how a version fared for somebody. A failure stays one whatever they see later, and who reports again counts once.
 *
 * @returns `unknown`: nobody is meant to have this version; `known`: nothing new; `new`
 */
export async function keepReport(db: HttpDatabase, report: DeploymentReport): Promise<'unknown' | 'known' | 'new'> {
  const { name, version, userId, outcome, message, at } = report;
  const isShown = sql`select 1 from ${deployments} where ${deployments.name} = ${name} and ${version} in (${deployments.liveVersion}, ${deployments.canaryVersion})`;
  const written = await db.execute<{ written: number; shown: number }>(sql`
    with written as (
      insert into ${deploymentReports} (name, version, user_id, outcome, message, at)
      select ${name}, ${version}, ${userId}::uuid, ${outcome}, ${message}, ${at.toISOString()}::timestamptz where exists (${isShown})
      on conflict (name, version, user_id) do update set outcome = excluded.outcome, message = excluded.message, at = excluded.at
        where ${deploymentReports.outcome} = 'Shown' and excluded.outcome <> 'Shown'
      returning 1
    )
    select (select count(*)::int from written) as written, (select count(*)::int from (${isShown}) as shown) as shown`);
  const [row] = written.rows;
  if (row && row.written > 0) return 'new';
  return row && row.shown > 0 ? 'known' : 'unknown';
}

export interface ReportCounts {
  failedUsers: number;
  shownUsers: number;
}

/**
 * How many people a version failed for, and for how many it only worked, of those whose accounts are older than `since`:
 * accounts are free, and nobody shall make some to bring a version down.
 */
export async function countReports(db: HttpDatabase, name: string, version: string, since: Date): Promise<ReportCounts> {
  const isFailed = ne(deploymentReports.outcome, 'Shown');
  const [counts] = await db
    .select({
      failedUsers: sql<number>`(count(*) filter (where ${isFailed}))::int`,
      shownUsers: sql<number>`(count(*) filter (where not ${isFailed}))::int`,
    })
    .from(deploymentReports)
    .innerJoin(users, eq(users.id, deploymentReports.userId))
    .where(and(eq(deploymentReports.name, name), eq(deploymentReports.version, version), lte(users.createdAt, since)));
  return counts ?? { failedUsers: 0, shownUsers: 0 };
}

/** The same of every live version and canary, whoever reported. */
export async function countAllReports(db: HttpDatabase): Promise<(ReportCounts & { name: string; version: string })[]> {
  const isFailed = ne(deploymentReports.outcome, 'Shown');
  return db
    .select({
      name: deploymentReports.name,
      version: deploymentReports.version,
      failedUsers: sql<number>`(count(*) filter (where ${isFailed}))::int`,
      shownUsers: sql<number>`(count(*) filter (where not ${isFailed}))::int`,
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

/** Clears reports that nobody looks at any more. */
export async function deleteReportsBefore(db: HttpDatabase, before: Date): Promise<void> {
  await db.delete(deploymentReports).where(lt(deploymentReports.at, before));
}
