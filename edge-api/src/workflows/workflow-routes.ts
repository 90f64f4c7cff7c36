import { workflowCalls } from '@portage/contracts/calls';
import {
  findWorkflow,
  findWorkflowRecord,
  hasTriggerCode,
  listVersions,
  listWorkflowData,
  listWorkflowRuns,
  SHOWN_VERSIONS,
} from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { webhookOrigin } from '../webhooks/webhook-address.ts';
import { activateWorkflow, deactivateWorkflow, deleteWorkflow } from './activate-workflow.ts';
import { listConnectorStepProblems } from './connector-step-problems.ts';
import { createFrom } from './create-from.ts';
import { listWorkflows } from './list-workflows.ts';
import { presentVersion } from './present-version.ts';
import { presentWorkflow } from './present-workflow.ts';
import { readPayloads } from './read-payloads.ts';
import { restoreWorkflow } from './restore-workflow.ts';
import { auditRun, runAudited } from './run-audited.ts';
import { testRunWorkflow } from './run-workflow.ts';
import { previewSchedule, previewWorkflowSchedule } from './schedule.ts';
import { startTesting, stopTesting, type TestWindow } from './test-window.ts';
import { buildWebhookUrl } from './trigger-code.ts';
import { updateWorkflow } from './update-workflow.ts';

/** Most versions, and most stored data, in one response. */
const VERSION_LIMITS = { count: SHOWN_VERSIONS, bytes: 8_000_000 };
const DATA_LIMITS = { count: 1_000, bytes: 8_000_000 };

/** API-22..36, 42, 44, 45, and schedule previews. */
export const workflowRoutes = implement(workflowCalls, {
  'GET /api/workflows': ({ query }, context) => listWorkflows(query, context),
  'POST /api/workflows': async ({ body }, context) => {
    const workflow = await createFrom(body, context);
    await auditChange(context, 'workflow.created', { workflowId: workflow.id, name: workflow.name });
    return { workflow: presentWorkflow(workflow, context), warnings: [] };
  },
  'GET /api/workflows/{id}': async ({ params }, context) => {
    const workflow = await findWorkflow(context.db, context.user.id, params.id);
    if (!workflow) throw workflowNotFound();
    return { workflow: presentWorkflow(workflow, context) };
  },
  'PUT /api/workflows/{id}': async ({ params, body }, context) => ({
    workflow: presentWorkflow(await updateWorkflow(params.id, body, context), context),
    warnings: [],
  }),
  'DELETE /api/workflows/{id}': async ({ params }, context) => {
    const warnings = await deleteWorkflow(params.id, context);
    await auditChange(context, 'workflow.deleted', { workflowId: params.id });
    return { isSuccess: true, warnings };
  },
  'POST /api/workflows/{id}/restore': async ({ params }, context) => ({
    isSuccess: true,
    warnings: await restoreWorkflow(params.id, context),
  }),
  'POST /api/workflows/{id}/run': ({ params, body }, context) => runAudited(params.id, body?.payload, context),
  'POST /api/workflows/{id}/test-run': async ({ params, body }, context) =>
    auditRun(params.id, await testRunWorkflow(params.id, body ?? {}, context), context),
  'POST /api/workflows/{id}/activate': async ({ params }, context) => ({
    isSuccess: true,
    warnings: await activateAudited(params.id, context),
  }),
  'POST /api/workflows/{id}/deactivate': async ({ params }, context) => {
    const warnings = await deactivateWorkflow(params.id, context);
    await auditChange(context, 'workflow.deactivated', { workflowId: params.id });
    return { isSuccess: true, warnings };
  },
  'POST /api/workflows/{id}/start-testing': async ({ params }, context) => presentWindow(await startTesting(params.id, context)),
  'POST /api/workflows/{id}/stop-testing': async ({ params }, context) => presentWindow(await stopTesting(params.id, context)),
  'GET /api/workflows/{id}/connector-step-problems': ({ params, query }, context) =>
    listConnectorStepProblems(params.id, query.ofDraft, context),
  'GET /api/workflows/{id}/schedule-preview': ({ params, query }, context) => previewWorkflowSchedule(params.id, query.count, context),
  'POST /api/workflows/preview-schedule': ({ body }, context) => ({ fires: previewSchedule(body.schedule, body.count, context.now()) }),
  'GET /api/workflows/{id}/versions': async ({ params, query }, context) => {
    const workflow = await findWorkflow(context.db, context.user.id, params.id);
    if (!workflow) throw workflowNotFound();
    const limits = { ...VERSION_LIMITS, withDrafts: query.withDrafts ?? false };
    const versions = await listVersions(context.db, context.user.id, workflow.id, limits);
    return { workflowVersions: versions.map((version) => presentVersion(version, workflow.steps, context)) };
  },
  'GET /api/workflows/{id}/workflow-context-data': async ({ params }, context) => {
    const workflow = await ownWorkflow(params.id, context);
    const values = await listWorkflowData(context.db, context.user.id, workflow.id, context.now(), DATA_LIMITS);
    return { contextData: values.map(({ key, value, expiresAt }) => ({ key, value, expiresAt: expiresAt?.toISOString() ?? null })) };
  },
  'GET /api/workflows/generate-webhook-url/{id}': async ({ params }, context) => {
    const workflow = await ownWorkflow(params.id, context);
    return { webhookUrl: buildWebhookUrl(webhookOrigin(context), workflow.triggerCode) };
  },
  'GET /api/workflows/webhook-url/{triggerCode}': async ({ params: { triggerCode } }, context) => {
    const { db, user } = context;
    if (!(await hasTriggerCode(db, user.id, triggerCode))) throw workflowNotFound();
    return { webhookUrl: buildWebhookUrl(webhookOrigin(context), triggerCode) };
  },
  'GET /api/workflows/{id}/payloads': ({ params, query }, context) => readPayloads(params.id, query.ofDraft, context),
  'GET /api/workflows/{id}/last-instance': async ({ params }, context) => {
    const workflow = await ownWorkflow(params.id, context);
    const [newest] = await listWorkflowRuns(context.db, context.user.id, workflow.id, 1);
    return {
      workflowInstance: newest ? { id: newest.id, workflowId: newest.workflowId, createdAt: newest.createdAt.toISOString() } : null,
      isTesting: workflow.testUntil !== null && workflow.testUntil > context.now(),
    };
  },
});

async function activateAudited(workflowId: string, context: UserContext) {
  const warnings = await activateWorkflow(workflowId, context);
  await auditChange(context, 'workflow.activated', { workflowId });
  return warnings;
}

/** @throws ApiProblem 404 */
async function ownWorkflow(workflowId: string, { db, user }: UserContext) {
  const workflow = await findWorkflowRecord(db, user.id, workflowId);
  if (!workflow) throw workflowNotFound();
  return workflow;
}

function presentWindow({ testUntil, warnings }: TestWindow) {
  return { isSuccess: true, warnings, testUntil: testUntil?.toISOString() ?? null };
}
