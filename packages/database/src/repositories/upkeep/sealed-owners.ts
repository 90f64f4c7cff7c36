import { and, asc, eq, gt } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { connectors } from '../../schema/connectors.ts';
import { workflows } from '../../schema/workflows.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';

/** Ids of connectors after this one, including deleted ones: what must be removed at a system outlives them. For the engine's own sweep. */
export async function listConnectorIds(db: HttpDatabase, after: string | null, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: connectors.id })
    .from(connectors)
    .where(gt(connectors.id, after ?? FIRST))
    .orderBy(asc(connectors.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Ids of workflows after this one that listen for a connector's event. For the engine's own sweep. */
export async function listEventWorkflowIds(db: HttpDatabase, after: string | null, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(eq(workflows.triggerType, 'ConnectorEvent'), gt(workflows.id, after ?? FIRST)))
    .orderBy(asc(workflows.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
