import { syncCalls } from '@portage/contracts/calls';
import {
  findSyncFlow,
  findSyncItem,
  listIntegrationAudit,
  listNeverSyncedWorkflows,
  listSyncFlows,
  listSyncItems,
  type SyncFlowRecord,
  setSyncFlowPaused,
} from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules } from '../rate-limits/rules.ts';
import { previewWorkflowSchedule } from '../workflows/schedule.ts';
import { titlesOfFlows } from './entity-titles.ts';
import { presentFlow, presentItem, presentItemDetails } from './present-flow.ts';
import { previewIntegration } from './preview/preview-integration.ts';
import { syncAgain, syncNow } from './start-sync.ts';

/** Flows of integrations and their items (spec INT-13, INT-15). */
export const syncFlowRoutes = implement(syncCalls, {
  'GET /api/integrations/flows': async ({ query }, context) => {
    const { flows, totalCount } = await listSyncFlows(context.db, context.user.id, query);
    return { flows: await presentFlows(flows, context), totalCount };
  },

  'GET /api/integrations/never-synced': async (_input, context) => ({
    workflows: await listNeverSyncedWorkflows(context.db, context.user.id),
  }),

  'GET /api/integrations/audit': async ({ query }, { db, user }) => {
    const { auditEntries, totalCount } = await listIntegrationAudit(db, user.id, query);
    return { auditEntries: auditEntries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })), totalCount };
  },

  'GET /api/integrations/flows/{flowId}': async ({ params }, context) => ({ flow: await shownFlow(params.flowId, context) }),

  'GET /api/integrations/flows/{flowId}/items': async ({ params, query }, context) => {
    const flow = await ownFlow(params.flowId, context);
    const { items, totalCount, counts } = await listSyncItems(context.db, context.user.id, flow.id, query);
    return { items: items.map((item) => presentItem(item, flow)), totalCount, counts };
  },

  'GET /api/integrations/flows/{flowId}/items/{itemId}': async ({ params }, context) => {
    const flow = await ownFlow(params.flowId, context);
    const item = await findSyncItem(context.db, context.user.id, flow.id, params.itemId);
    if (!item) throw notFound('This item');
    return { item: presentItemDetails(item, flow) };
  },

  'POST /api/integrations/flows/{flowId}/sync-again': async ({ params, body }, context) =>
    syncAgain(await ownFlow(params.flowId, context), body, context),

  'POST /api/integrations/flows/{flowId}/pause': ({ params }, context) => setPaused(params.flowId, true, context),

  'POST /api/integrations/flows/{flowId}/resume': ({ params }, context) => setPaused(params.flowId, false, context),

  'POST /api/integrations/flows/{flowId}/sync-now': async ({ params }, context) => syncNow(await ownFlow(params.flowId, context), context),

  'POST /api/integrations/preview': async ({ body }, context) => {
    await limitAttempts(context, [{ rule: rateLimitRules.previewsByUser, parts: [context.user.id] }]);
    return { flows: await previewIntegration(body, context) };
  },
});

/** @throws ApiProblem 404 */
async function ownFlow(flowId: string, { db, user }: UserContext): Promise<SyncFlowRecord> {
  const flow = await findSyncFlow(db, user.id, flowId);
  if (!flow) throw notFound('This flow');
  return flow;
}

async function shownFlow(flowId: string, context: UserContext) {
  const flow = await ownFlow(flowId, context);
  const [shown] = await presentFlows([flow], context);
  if (!shown) throw notFound('This flow');
  return shown;
}

async function presentFlows(flows: readonly SyncFlowRecord[], context: UserContext) {
  const [next, titlesOf] = await Promise.all([nextSyncs(flows, context), titlesOfFlows(flows, context)]);
  return flows.map((flow) => presentFlow(flow, titlesOf, next.get(flow.workflowId) ?? null, context.now()));
}

async function setPaused(flowId: string, isPaused: boolean, context: UserContext) {
  const flow = await ownFlow(flowId, context);
  await setSyncFlowPaused(context.db, context.user.id, flow.id, isPaused);
  const action = isPaused ? 'sync-flow.paused' : 'sync-flow.resumed';
  if (flow.isPaused !== isPaused) await auditChange(context, action, { flowId: flow.id, workflowId: flow.workflowId });
  return { flow: await shownFlow(flowId, context) };
}

/** Next scheduled start by workflow; null: no start is planned or known. */
async function nextSyncs(flows: readonly SyncFlowRecord[], context: UserContext): Promise<ReadonlyMap<string, string | null>> {
  const scheduled = flows.filter(({ isWorkflowActive, isScheduled }) => isWorkflowActive && isScheduled);
  const workflowIds = [...new Set(scheduled.map(({ workflowId }) => workflowId))];
  const found = workflowIds.map(async (workflowId): Promise<[string, string | null]> => {
    // A schedule that isn't responding must not hide the flows.
    const schedule = await previewWorkflowSchedule(workflowId, 1, context).catch(() => null);
    return [workflowId, schedule?.fires[0] ?? null];
  });
  return new Map(await Promise.all(found));
}
