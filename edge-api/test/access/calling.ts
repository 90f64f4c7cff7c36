import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type ApiResponse, api, database, testEnv } from '../api.ts';
import type { Belongings } from './belongings.ts';
import type { Ask } from './rule.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export function call(key: string, ask: Ask, token?: string): Promise<ApiResponse<any>> {
  const [method] = key.split(' ');
  return api(`${method} ${ask.path}`, { token, ...(ask.body === undefined ? {} : { body: ask.body }) });
}

export const refused = { nobody: 401, stranger: 404, plainUser: 403 };
export const isDone = (status: number) => status >= 200 && status < 300;

/**
 * Everything that a stranger could have changed, read with one database call. Rows are sorted by key, because PostgreSQL moves updated
 * rows.
 */
export async function readState({ owner, workflowId, runId }: Belongings): Promise<unknown> {
  const db = database();
  const ownerId = owner.row.id;
  const rowsOf = (table: PgTable & { id: PgColumn }, column: PgColumn, value: string = ownerId) =>
    db.select().from(table).where(eq(column, value)).orderBy(table.id);
  const shard = testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(runId.slice(0, runId.lastIndexOf('-'))));
  const statements: Record<string, BatchItem<'pg'>> = {
    user: rowsOf(schema.users, schema.users.id),
    sessions: rowsOf(schema.sessions, schema.sessions.userId),
    apiKeys: rowsOf(schema.apiKeys, schema.apiKeys.userId),
    workflow: rowsOf(schema.workflows, schema.workflows.ownerUserId),
    versions: rowsOf(schema.workflowVersions, schema.workflowVersions.workflowId, workflowId),
    connectors: rowsOf(schema.connectors, schema.connectors.userId),
    connectorTypes: rowsOf(schema.connectorTypes, schema.connectorTypes.userId),
    dashboards: rowsOf(schema.dashboards, schema.dashboards.ownerUserId),
    dashboardItems: rowsOf(schema.dashboardItems, schema.dashboardItems.ownerUserId),
    integrations: rowsOf(schema.integrations, schema.integrations.ownerUserId),
    flows: rowsOf(schema.syncFlows, schema.syncFlows.ownerUserId),
    items: db
      .select({ item: schema.syncItems })
      .from(schema.syncItems)
      .innerJoin(schema.syncFlows, eq(schema.syncFlows.id, schema.syncItems.flowId))
      .where(eq(schema.syncFlows.ownerUserId, ownerId))
      .orderBy(schema.syncItems.flowId, schema.syncItems.sourceItemId),
    playbooks: rowsOf(schema.playbooks, schema.playbooks.ownerUserId),
    alerts: rowsOf(schema.alerts, schema.alerts.ownerUserId),
    alertSettings: db.select().from(schema.alertSettings).where(eq(schema.alertSettings.userId, ownerId)),
    workflowAlerts: db
      .select()
      .from(schema.workflowAlertSettings)
      .where(eq(schema.workflowAlertSettings.ownerUserId, ownerId))
      .orderBy(schema.workflowAlertSettings.workflowId),
  };
  const [first, ...others] = Object.values(statements) as [BatchItem<'pg'>, ...BatchItem<'pg'>[]];
  const rows = await db.batch([first, ...others]);
  const state = Object.fromEntries(Object.keys(statements).map((name, at) => [name, rows[at]]));
  return { ...state, run: JSON.stringify(await shard.getRun(runId)) };
}
