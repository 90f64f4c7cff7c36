import { expandReference, loadResponseSchema } from '@portage/connectors/openapi';
import { exampleValue } from '@portage/connectors/schema';
import { findWorkflow } from '@portage/database';
import { ExpressionError, evaluateTemplate, type StepValues, type WorkflowStep } from '@portage/workflow';
import { documentOfConnector } from '../../connector-types/documents/document-of-connector.ts';
import { hiddenNamesFor } from '../../hidden-steps/visible-to.ts';
import { ApiProblem } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';

/** Whether others may know what the step returns before it ran: the document of its connector, or the workflow that it calls. */
export function mayBeKnown(step: WorkflowStep): boolean {
  if (step.type === 'ConnectorOperation') return Boolean(step.connectorId && step.operationId);
  return step.type === 'CallWorkflow' && Boolean(step.workflowId) && !step.doNotWait;
}

/** The values of an operation's documented response, or of the called workflow's End step; null: they say nothing. */
export async function readKnownResponse(step: WorkflowStep, context: UserContext): Promise<StepValues | null> {
  if (step.type === 'ConnectorOperation' && step.connectorId && step.operationId) {
    const response = await readDocumented(step.connectorId, step.operationId, context);
    return response === undefined ? null : { Response: response };
  }
  return step.type === 'CallWorkflow' && step.workflowId ? readEnd(step.workflowId, context) : null;
}

async function readDocumented(connectorId: string, operationId: string, context: UserContext): Promise<unknown> {
  try {
    const document = await documentOfConnector(context, connectorId);
    const schema = await loadResponseSchema(document, operationId);
    return schema ? await exampleValue(schema, (reference) => expandReference(document, reference).catch(() => null)) : undefined;
  } catch (error) {
    // The connector or its operation is gone, as the editor says.
    if (error instanceof ApiProblem) return undefined;
    throw error;
  }
}

async function readEnd(workflowId: string, { db, user, now }: UserContext): Promise<StepValues | null> {
  const called = await findWorkflow(db, user.id, workflowId);
  const hidden = called && hiddenNamesFor(user, called.steps);
  const end = called?.steps.find((step) => step.type === 'EndStep' && step.response && !hidden?.has(step.stepId));
  if (end?.type !== 'EndStep' || !end.response?.body) return null;
  try {
    const nothingRan = { steps: {}, data: {}, consts: {}, now, isStepName: () => true };
    const body: unknown = JSON.parse(evaluateTemplate(end.response.body, nothingRan, { escape: 'json' }));
    return { Response: body, ResponseHttpStatusCode: 200 };
  } catch (error) {
    // Text, or an expression for the whole body.
    if (error instanceof SyntaxError || error instanceof ExpressionError) return null;
    throw error;
  }
}
