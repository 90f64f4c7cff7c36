import { findWorkflowStates } from '@portage/database';
import {
  collectConnectorIds,
  findSetupStep,
  integrationOfFlow,
  listAnswerMappings,
  type PlannedFlow,
  plannedFlows,
  UNFILLED_PRICES,
} from '@portage/playbooks';
import { invalid, notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import type { FlowPreview } from '../../integrations/preview/preview-flow.ts';
import { previewIntegration } from '../../integrations/preview/preview-integration.ts';
import { limitAttempts } from '../../rate-limits/limit-attempts.ts';
import { rateLimitRules } from '../../rate-limits/rules.ts';
import { ownPlaybook } from '../model/change-playbook.ts';
import type { OpenPlaybook } from '../model/stored-playbook.ts';
import { writtenIntegration } from './apply-integration.ts';
import { planFacts } from './plan-playbook.ts';

/** What the first sync of one workflow would do. Nothing has to be created for it. @throws ApiProblem 404, 400 before the connectors are chosen */
export async function previewPlaybook(id: string, workflowTemplateId: string, context: UserContext): Promise<FlowPreview[]> {
  const { row, flow, integration } = await openFlow(id, workflowTemplateId, context);
  await limitAttempts(context, [{ rule: rateLimitRules.previewsByUser, parts: [context.user.id] }]);
  const { integrationType, directionType } = integration;
  const definition = { integrationType, directionType, ...writtenIntegration(integration) };
  const flows = await previewIntegration({ definition, ...(await madeWorkflow(row, flow.id, context)) }, context);
  return withChoiceNames(flows, row, workflowTemplateId);
}

/** The wizard stored the system's name of a choice when it was made. */
function withChoiceNames(flows: FlowPreview[], { definition, wizard }: OpenPlaybook, workflowTemplateId: string): FlowPreview[] {
  const names = new Map(Object.entries(findSetupStep(wizard)?.chosenNames ?? {}));
  const choices = new Map(
    listAnswerMappings(definition, workflowTemplateId).map(({ toParameterPath, fromParameterExpression }) => [
      toParameterPath,
      names.get(/^\{answer\.(\w+)\}$/.exec(fromParameterExpression.trim())?.[1] ?? ''),
    ]),
  );
  for (const field of flows.flatMap(({ records }) => records).flatMap(({ fields }) => fields)) {
    const choice = choices.get(field.toParameterPath);
    if (choice?.value === field.value) field.valueName ??= choice?.name;
  }
  return flows;
}

/** An existing workflow knows which records it wrote. */
async function madeWorkflow({ workflowIds }: OpenPlaybook, flowId: string, { db, user }: UserContext): Promise<{ workflowId?: string }> {
  const workflowId = workflowIds[flowId];
  if (workflowId === undefined) return {};
  const state = (await findWorkflowStates(db, user.id, [workflowId])).get(workflowId);
  return state && !state.isDeleted ? { workflowId } : {};
}

/**
 * A workflow's initial field mappings. One mapping serves all price levels, so it has placeholders and no level's ids.
 *
 * @throws ApiProblem as previewPlaybook
 */
export async function defaultMappings(id: string, workflowTemplateId: string, context: UserContext) {
  const { flow, integration, connectorIds, definition } = await openFlow(id, workflowTemplateId, context, asTemplateSays);
  const { Source, Target } = integration.operations;
  return {
    sourceConnectorId: connectorIds.get(flow.from.connector) ?? '',
    targetConnectorId: connectorIds.get(flow.to.connector) ?? '',
    sourceEntity: flow.from.entity,
    targetEntity: flow.to.entity,
    mappings: integration.directionType === 'SourceToTarget' ? Target.mappings : Source.mappings,
    answerMappings: listAnswerMappings(definition, workflowTemplateId),
    linkedPaths: flow.dependents.flatMap(({ link }) => (link ? [link.toParameterPath] : [])),
  };
}

/** Without the person's mappings of fields and prices. */
function asTemplateSays(row: OpenPlaybook): OpenPlaybook {
  const wizard = row.wizard;
  const setup = row.definition.setup?.priceMapping ? findSetupStep(wizard) : undefined;
  const steps = wizard.steps.map(({ mappings: _, ...step }) => (step.id === setup?.id ? { ...step, priceMapping: UNFILLED_PRICES } : step));
  return { ...row, wizard: { ...wizard, steps } };
}

async function openFlow(
  id: string,
  workflowTemplateId: string,
  context: UserContext,
  seenAs: (row: OpenPlaybook) => OpenPlaybook = (row) => row,
) {
  const row = seenAs(await ownPlaybook(id, context));
  const { definition, wizard } = row;
  // For a workflow per price level, the first level represents all.
  const flows = plannedFlows(definition, wizard);
  const flow =
    flows.find((one) => one.id === workflowTemplateId) ?? flows.find((one) => one.id.startsWith(`${workflowTemplateId}:`)) ?? null;
  if (!flow) throw notFound('This workflow of the playbook');
  const connectorIds = collectConnectorIds(definition, wizard);
  requireConnectors(flow, connectorIds);
  const facts = await planFacts(row, context.now(), context, flow.id);
  return { row, flow, connectorIds, definition, integration: integrationOfFlow(definition, flow, connectorIds, facts) };
}

function requireConnectors({ from, to }: PlannedFlow, connectorIds: ReadonlyMap<string, string>): void {
  if (connectorIds.has(from.connector) && connectorIds.has(to.connector)) return;
  throw invalid('Choose the connectors in the steps before this one first.');
}
