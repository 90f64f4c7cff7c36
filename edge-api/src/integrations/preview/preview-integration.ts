import type { ParsedInput } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { listIntegrations, type WorkflowWithSteps } from '@portage/database';
import { type FlowDefinition, flowsOfIntegration, type Integration } from '@portage/sync';
import type { ExpressionScope } from '@portage/workflow';
import { invalid, notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { checkIntegration } from '../check-integration.ts';
import { ownWorkflow } from '../save-integration.ts';
import { comingKey } from './plan-records.ts';
import { PreviewBudget } from './preview-budget.ts';
import { type FlowPreview, previewFlow } from './preview-flow.ts';
import { flowsOfSyncSteps } from './sync-step-flows.ts';

type Body = ParsedInput<Calls, 'POST /api/integrations/preview'>['body'];

/** For all flows together. The page waits for it. */
const LONGEST_MS = 25_000;
const MOST_CALLS = 200;

/**
 * Previews a sync: systems are only read, and nothing is stored.
 *
 * @throws ApiProblem 404 for others' workflows and connectors, 400 if something isn't set up
 */
export async function previewIntegration({ workflowId, integrationType, definition }: Body, context: UserContext): Promise<FlowPreview[]> {
  const workflow = workflowId === undefined ? null : await ownWorkflow(context, workflowId);
  const budget = new PreviewBudget(context.user.id, LONGEST_MS, MOST_CALLS);
  const scope = { ...buildScope(workflow, context), work: budget.work };
  const flows = definition
    ? buildFlows(await fromDefinition(definition, workflow, context))
    : await savedFlows(workflow, integrationType, scope, context);
  const previews: FlowPreview[] = [];
  const coming = new Map<string, string>();
  for (const flow of flows) {
    const preview = await previewFlow({ flow, workflowId: workflow?.id ?? null, coming, scope }, budget, context);
    previews.push(preview);
    for (const { sourceItemId, name, change } of preview.records) {
      if (!isInTarget[change]) continue;
      for (const becomes of [flow.target.entity, null]) coming.set(comingKey(flow.source.entity, becomes, sourceItemId), name);
    }
  }
  return previews;
}

/** Whether the target has the record after the sync. */
const isInTarget = { new: true, changed: true, unchanged: true, skipped: false, waits: false, error: false };

async function fromDefinition(
  definition: NonNullable<Body['definition']>,
  workflow: WorkflowWithSteps | null,
  context: UserContext,
): Promise<Integration> {
  const { directionType: direction, integrationType, ...written } = definition;
  const { change } = await checkIntegration(context, { direction, integrationType }, written, workflow);
  const { operations, directionType, ...rules } = change;
  return { operations, directionType, ...withUsualRules(rules) };
}

/** The table's default values. */
function withUsualRules(rules: Partial<Pick<Integration, 'conflictRule' | 'carriesDeletions' | 'targetExternalIdFields'>>) {
  const { conflictRule = 'SourceWins', carriesDeletions = false, targetExternalIdFields = [] } = rules;
  return { conflictRule, carriesDeletions, targetExternalIdFields } as const;
}

/** @param integrationType if absent, all of them, and the Sync steps that need no settings */
async function savedFlows(
  workflow: WorkflowWithSteps | null,
  integrationType: string | undefined,
  scope: ExpressionScope,
  context: UserContext,
): Promise<FlowDefinition[]> {
  const rows = workflow ? await listIntegrations(context.db, context.user.id, workflow.id) : [];
  const wanted = rows.filter((row) => integrationType === undefined || row.integrationType === integrationType);
  if (integrationType !== undefined && wanted.length === 0) throw notFound('This integration');
  const ofSteps = integrationType === undefined ? await flowsOfSyncSteps(workflow?.steps ?? [], scope, context) : [];
  const flows = [...wanted.flatMap(buildFlows), ...ofSteps];
  if (flows.length === 0) throw invalid('Please fill the mappings on Settings tab');
  return flows;
}

function buildFlows(integration: Integration): FlowDefinition[] {
  const made = flowsOfIntegration(integration);
  if (!made.ok) throw invalid(made.problem);
  return made.flows;
}

/** Other steps haven't run: what mappings read from them is empty in a preview. */
function buildScope(workflow: WorkflowWithSteps | null, { now }: UserContext): Omit<ExpressionScope, 'item' | 'entry'> {
  const names = new Set(workflow?.steps.map(({ stepId }) => stepId));
  return {
    steps: {},
    data: {},
    consts: { WorkflowId: workflow?.id ?? null, WorkflowInstanceId: null },
    now,
    isStepName: (name) => names.has(name),
  };
}
