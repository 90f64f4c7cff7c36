import { RequestError, valuesFromMappings } from '@portage/connectors/requests';
import { findConnectorType } from '@portage/database';
import { type FlowDefinition, flowOfSyncStep, type SyncStepSide } from '@portage/sync';
import {
  ExpressionError,
  type ExpressionScope,
  evaluateExpression,
  type SyncStep,
  syncDefaults,
  type WorkflowStep,
} from '@portage/workflow';
import { ownConnector } from '../../connector-types/own-connector.ts';
import { invalid, notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';

/**
 * The flows of a workflow's Sync steps that need no settings: their mappings are built in.
 *
 * @throws ApiProblem 404 for others' connectors, 400 if something is missing
 */
export async function flowsOfSyncSteps(
  steps: readonly WorkflowStep[],
  scope: ExpressionScope,
  context: UserContext,
): Promise<FlowDefinition[]> {
  const flows: FlowDefinition[] = [];
  for (const step of steps) {
    if (step.type !== 'SyncStep') continue;
    const entity = step.syncType ?? syncDefaults.syncType;
    if (entity === 'IntegrationApplication') continue;
    const { sourceConnectorTypeRequestParameterMappings: asked, targetConnectorTypeRequestParameterMappings: askedOfTarget } = step;
    const source = await loadSide(step.sourceConnectorId, asked, scope, context);
    const target = await loadSide(step.targetConnectorId, askedOfTarget, scope, context);
    const made = flowOfSyncStep({ entity, source, target, customOptions: step.customOptions });
    if (!made.ok) throw invalid(made.problem);
    flows.push(made.flow);
  }
  return flows;
}

async function loadSide(
  connectorId: string | null | undefined,
  mappings: SyncStep['sourceConnectorTypeRequestParameterMappings'],
  scope: ExpressionScope,
  context: UserContext,
): Promise<SyncStepSide> {
  if (!connectorId) throw invalid('Choose both connectors of the Sync step first.');
  const connector = await ownConnector(context, connectorId);
  const type = await findConnectorType(context.db, 'everyone', connector.connectorTypeId);
  if (!type) throw notFound('The connector type of this connector');
  return { connectorId, type, values: evaluateMappings(mappings ?? [], scope) };
}

function evaluateMappings(mappings: NonNullable<SyncStep['sourceConnectorTypeRequestParameterMappings']>, scope: ExpressionScope): object {
  try {
    const filled = mappings.filter(({ fromParameterExpression }) => fromParameterExpression?.trim());
    return valuesFromMappings(
      filled.map(({ toParameterPath, fromParameterExpression }) => ({
        toParameterPath,
        value: evaluateExpression(fromParameterExpression ?? '', scope),
      })),
    );
  } catch (error) {
    if (error instanceof RequestError || error instanceof ExpressionError) throw invalid(error.message);
    throw error;
  }
}
