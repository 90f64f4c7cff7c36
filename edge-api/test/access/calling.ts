import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Answer, api, database, testEnv } from '../api.ts';
import type { Belongings } from './belongings.ts';
import type { Ask } from './rule.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export function call(key: string, ask: Ask, token?: string): Promise<Answer<any>> {
  const [method] = key.split(' ');
  return api(`${method} ${ask.path}`, { token, ...(ask.body === undefined ? {} : { body: ask.body }) });
}

export const refused = { nobody: 401, stranger: 404, plainUser: 403 };
export const isDone = (status: number) => status >= 200 && status < 300;

/** All that a stranger could have changed. Rows are in the order of their keys: PostgreSQL gives one that was updated another place. */
export async function stateOf({ owner, workflowId, runId }: Belongings): Promise<unknown> {
  const db = database();
  const ownerId = owner.row.id;
  const rowsOf = (table: PgTable & { id: PgColumn }, column: PgColumn, value = ownerId): Promise<unknown[]> =>
    db.select().from(table).where(eq(column, value)).orderBy(table.id);
  const shard = testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(runId.slice(0, runId.lastIndexOf('-'))));
  return {
    user: await rowsOf(schema.users, schema.users.id),
    sessions: await rowsOf(schema.sessions, schema.sessions.userId),
    apiKeys: await rowsOf(schema.apiKeys, schema.apiKeys.userId),
    workflow: await rowsOf(schema.workflows, schema.workflows.ownerUserId),
    versions: await rowsOf(schema.workflowVersions, schema.workflowVersions.workflowId, workflowId),
    connectors: await rowsOf(schema.connectors, schema.connectors.userId),
    connectorTypes: await rowsOf(schema.connectorTypes, schema.connectorTypes.userId),
    dashboards: await rowsOf(schema.dashboards, schema.dashboards.ownerUserId),
    dashboardItems: await rowsOf(schema.dashboardItems, schema.dashboardItems.ownerUserId),
    integrations: await rowsOf(schema.integrations, schema.integrations.ownerUserId),
    flows: await rowsOf(schema.syncFlows, schema.syncFlows.ownerUserId),
    items: await db
      .select({ item: schema.syncItems })
      .from(schema.syncItems)
      .innerJoin(schema.syncFlows, eq(schema.syncFlows.id, schema.syncItems.flowId))
      .where(eq(schema.syncFlows.ownerUserId, ownerId))
      .orderBy(schema.syncItems.flowId, schema.syncItems.sourceItemId),
    playbooks: await rowsOf(schema.playbooks, schema.playbooks.ownerUserId),
    alerts: await rowsOf(schema.alerts, schema.alerts.ownerUserId),
    alertSettings: await db.select().from(schema.alertSettings).where(eq(schema.alertSettings.userId, ownerId)),
    workflowAlerts: await db
      .select()
      .from(schema.workflowAlertSettings)
      .where(eq(schema.workflowAlertSettings.ownerUserId, ownerId))
      .orderBy(schema.workflowAlertSettings.workflowId),
    run: JSON.stringify(await shard.getRun(runId)),
  };
}
