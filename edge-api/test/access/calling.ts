import { schema } from '@portage/database';
import { eq } from 'drizzle-orm';
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

/** All that a stranger could have changed. */
export async function stateOf({ owner, workflowId, runId }: Belongings): Promise<unknown> {
  const db = database();
  const shard = testEnv.RUN_SHARDS.get(testEnv.RUN_SHARDS.idFromName(runId.slice(0, runId.lastIndexOf('-'))));
  return {
    user: await db.select().from(schema.users).where(eq(schema.users.id, owner.row.id)),
    sessions: await db.select().from(schema.sessions).where(eq(schema.sessions.userId, owner.row.id)),
    apiKeys: await db.select().from(schema.apiKeys).where(eq(schema.apiKeys.userId, owner.row.id)),
    workflow: await db.select().from(schema.workflows).where(eq(schema.workflows.ownerUserId, owner.row.id)),
    versions: await db.select().from(schema.workflowVersions).where(eq(schema.workflowVersions.workflowId, workflowId)),
    connectors: await db.select().from(schema.connectors).where(eq(schema.connectors.userId, owner.row.id)),
    connectorTypes: await db.select().from(schema.connectorTypes).where(eq(schema.connectorTypes.userId, owner.row.id)),
    dashboards: await db.select().from(schema.dashboards).where(eq(schema.dashboards.ownerUserId, owner.row.id)),
    dashboardItems: await db.select().from(schema.dashboardItems).where(eq(schema.dashboardItems.ownerUserId, owner.row.id)),
    integrations: await db.select().from(schema.integrations).where(eq(schema.integrations.ownerUserId, owner.row.id)),
    flows: await db.select().from(schema.syncFlows).where(eq(schema.syncFlows.ownerUserId, owner.row.id)),
    items: await db
      .select({ item: schema.syncItems })
      .from(schema.syncItems)
      .innerJoin(schema.syncFlows, eq(schema.syncFlows.id, schema.syncItems.flowId))
      .where(eq(schema.syncFlows.ownerUserId, owner.row.id)),
    playbooks: await db.select().from(schema.playbooks).where(eq(schema.playbooks.ownerUserId, owner.row.id)),
    alerts: await db.select().from(schema.alerts).where(eq(schema.alerts.ownerUserId, owner.row.id)),
    alertSettings: await db.select().from(schema.alertSettings).where(eq(schema.alertSettings.userId, owner.row.id)),
    workflowAlerts: await db.select().from(schema.workflowAlertSettings).where(eq(schema.workflowAlertSettings.ownerUserId, owner.row.id)),
    run: JSON.stringify(await shard.getRun(runId)),
  };
}
