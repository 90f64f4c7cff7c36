import { type ConnectorDocument, expandReference, loadPayloadSchema, loadResponseSchema } from '@portage/connectors/openapi';
import { exampleValue, type SchemaNode } from '@portage/connectors/schema';
import { findWorkflow } from '@portage/database';
import { ExpressionError, evaluateTemplate, exampleValues, type StepValues, type WorkflowStep } from '@portage/workflow';
import { documentOfConnector } from '../../connector-types/documents/document-of-connector.ts';
import { hiddenNamesFor } from '../../hidden-steps/visible-to.ts';
import type { UserContext } from '../../http/context.ts';

/** Whether others may know what the step gives before it ran: the document of its connector, or the workflow that it calls. */
export function mayBeKnown(step: WorkflowStep): boolean {
  if (Object.keys(exampleValues(step)).length > 0) return false;
  return step.type === 'CallWorkflow' ? Boolean(step.workflowId) : findDocumented(step) !== null;
}

/** The values of a documented response or event, or of the called workflow's End step; null: nobody knows them. */
export async function readKnownValues(step: WorkflowStep, context: UserContext): Promise<StepValues | null> {
  if (step.type === 'CallWorkflow') return step.workflowId ? readEnd(step.workflowId, context) : null;
  const documented = findDocumented(step);
  if (!documented) return null;
  try {
    const document = await documentOfConnector(context, documented.connectorId);
    const schema = await documented.load(document);
    if (!schema) return null;
    return { [documented.name]: await exampleValue(schema, (reference) => expandReference(document, reference).catch(() => null)) };
  } catch {
    // The connector, or its operation or event, is gone, as the editor says.
    return null;
  }
}

interface Documented {
  connectorId: string;
  name: 'Payload' | 'Response';
  load(document: ConnectorDocument): Promise<SchemaNode | null>;
}

function findDocumented(step: WorkflowStep): Documented | null {
  if (step.type === 'Trigger' && step.triggerType === 'ConnectorEvent') {
    const { connectorId, eventId } = step;
    return connectorId && eventId ? { connectorId, name: 'Payload', load: (document) => loadPayloadSchema(document, eventId) } : null;
  }
  if (step.type !== 'ConnectorOperation') return null;
  const { connectorId, operationId } = step;
  return connectorId && operationId
    ? { connectorId, name: 'Response', load: (document) => loadResponseSchema(document, operationId) }
    : null;
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
