import type { OwnerId } from '@portage/contracts';
import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { auditLog } from '../../schema/audit-log.ts';
import { integrations } from '../../schema/sync.ts';
import { workflows } from '../../schema/workflows.ts';
import { type Page, toLimitOffset } from '../rows/scope.ts';

export interface IntegrationAuditRecord {
  id: number;
  at: Date;
  action: string;
  workflow: { id: string; name: string; isDeleted: boolean } | null;
  isByAdmin: boolean;
  apiKeyName: string | null;
}

const ACTIONS = ['workflow.%', 'integration.%', 'sync-flow.%', 'playbook.%'];

/** What was done to the owner's workflows of one kind of integration, newest first, including deleted workflows. */
export async function listIntegrationAudit(
  db: HttpDatabase,
  ownerUserId: OwnerId,
  { app, ...page }: { app: string } & Page,
): Promise<{ auditEntries: IntegrationAuditRecord[]; totalCount: number }> {
  const condition = buildCondition(ownerUserId, app);
  const { limit, offset } = toLimitOffset(page);
  const [rows, counts] = await db.batch([
    db
      .select({
        id: auditLog.id,
        at: auditLog.at,
        action: auditLog.action,
        workflowId: workflows.id,
        name: workflows.name,
        isDeleted: workflows.isDeleted,
        isByAdmin: sql<boolean>`${auditLog.impersonatorUserId} is not null`,
        apiKeyName: sql<string | null>`${auditLog.details} #>> '{apiKey,name}'`,
      })
      .from(auditLog)
      .leftJoin(workflows, and(eq(sql`${workflows.id}::text`, workflowIdOf), eq(workflows.ownerUserId, ownerUserId)))
      .where(condition)
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(limit)
      .offset(offset),
    db.select({ count: sql<number>`count(*)::int` }).from(auditLog).where(condition),
  ]);
  const auditEntries = rows.map(({ workflowId, name, isDeleted, ...entry }) => ({
    ...entry,
    workflow: workflowId === null ? null : { id: workflowId, name: name ?? '', isDeleted: isDeleted ?? false },
  }));
  return { auditEntries, totalCount: counts[0]?.count ?? 0 };
}

const workflowIdOf = sql`${auditLog.details} ->> 'workflowId'`;

/** An entry names one workflow, or all workflows of a playbook. */
function buildCondition(ownerUserId: OwnerId, app: string): SQL | undefined {
  const plain = app.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const own = sql`array(select ${integrations.workflowId}::text from ${integrations} where ${integrations.ownerUserId} = ${ownerUserId}
    and regexp_replace(lower(${integrations.integrationType}), '[^a-z0-9]', '', 'g') = ${plain})`;
  return and(
    eq(auditLog.subjectUserId, ownerUserId),
    sql`${auditLog.action} like any(${sql.raw(`array[${ACTIONS.map((action) => `'${action}'`).join(', ')}]`)})`,
    or(sql`${workflowIdOf} = any(${own})`, sql`${auditLog.details} -> 'workflowIds' ?| ${own}`),
  );
}
