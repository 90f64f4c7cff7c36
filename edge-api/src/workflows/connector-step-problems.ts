import { withCustomFields } from '@portage/connectors/choices';
import { type ConnectorDocument, findOperationId, loadRequestSchema, loadSubscriptionSchema } from '@portage/connectors/openapi';
import { type NamedConnectorType, syncTypeProblem } from '@portage/connectors/pairs';
import {
  type ConnectionKey,
  mappingWarnings,
  missingMappings,
  type ParameterMapping,
  type SchemaNode,
  withoutFilled,
} from '@portage/connectors/schema';
import { findConnector, findConnectorType } from '@portage/database';
import { namesSwitchedOff, type SyncStep, syncDefaults, type WorkflowProblem, type WorkflowStep } from '@portage/workflow';
import { readCustomFields } from '../connector-types/documents/custom-field-store.ts';
import { openUploaded } from '../connector-types/documents/import-uploaded.ts';
import { hiddenNamesFor } from '../hidden-steps/visible-to.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { dataStepProblems } from './data-step-problems.ts';
import { findToTest } from './find-to-test.ts';
import { findCirclesOfSteps } from './sync-circles.ts';

interface AskedStep {
  stepId: string;
  connectorId: string;
  loadSchema: (document: ConnectorDocument) => Promise<SchemaNode>;
  isIn: (document: ConnectorDocument) => boolean;
  /** The id of the operation or event. */
  usedId: string;
  goneField: string;
  goneMessage: string;
  /** Null: a custom script or query provides the values (spec STEP-41). */
  mappings: readonly ParameterMapping[] | null;
}

interface AskedDocument {
  type: NamedConnectorType;
  document: ConnectorDocument;
  /** Filled in by the connection. */
  keys: readonly ConnectionKey[];
}

interface StepFinding extends WorkflowProblem {
  stepId: string;
  field: string;
}

export interface ConnectorStepFindings {
  /** Problems that prevent activation. */
  problems: StepFinding[];
  /** Values that go nowhere, or that the document doesn't allow. */
  warnings: StepFinding[];
}

/**
 * The findings for a workflow's current version, or its draft, without those of steps that the caller doesn't see.
 *
 * @throws ApiProblem 404
 */
export async function listConnectorStepProblems(
  workflowId: string,
  ofDraft: boolean | undefined,
  context: UserContext,
): Promise<ConnectorStepFindings & { versionId: string }> {
  const workflow = await findToTest(workflowId, ofDraft, context);
  const { problems, warnings: ofConnectors } = await findInConnectorSteps(context, workflow.steps);
  const warnings = [...ofConnectors, ...(await findCirclesOfSteps(workflowId, workflow.steps, context))];
  const hidden = hiddenNamesFor(context.user, workflow.steps);
  const isSeen = ({ stepId }: StepFinding) => !hidden.has(stepId);
  return { versionId: workflow.currentVersionId, problems: problems.filter(isSeen), warnings: warnings.filter(isSeen) };
}

/**
 * Problems of a workflow's steps that only its connectors' documents reveal, in the forms' words: missing connectors and
 * operations, required mappings that are blank (spec STEP-41), mappings to fields an operation doesn't have. Disabled
 * steps have none.
 */
export async function findInConnectorSteps(context: UserContext, steps: readonly WorkflowStep[]): Promise<ConnectorStepFindings> {
  const off = namesSwitchedOff(steps);
  const on = steps.filter(({ stepId }) => !off.has(stepId));
  const asked = on.map(toAskedStep).filter((one) => one !== null);
  const documents = new Map<string, Promise<AskedDocument | string>>();
  const documentAt = (connectorId: string) => {
    const known = documents.get(connectorId) ?? loadDocument(context, connectorId);
    documents.set(connectorId, known);
    return known;
  };
  const problems: StepFinding[] = [];
  const warnings: StepFinding[] = [];
  for (const step of on) {
    for (const { field, connectorId } of dataStepConnectors(step)) {
      const found = await documentAt(connectorId);
      const missing = typeof found === 'string' ? [{ field, message: found }] : await dataStepProblems(step, field, found);
      problems.push(...missing.map((problem) => ({ stepId: step.stepId, ...problem })));
    }
    if (step.type === 'SyncStep') problems.push(...(await syncTypeProblems(step, documentAt)));
  }
  for (const step of asked) {
    const { connectorId, stepId } = step;
    const found = await documentAt(connectorId);
    if (typeof found === 'string') {
      problems.push({ stepId, field: 'connectorId', message: found });
      continue;
    }
    const { document, keys } = found;
    if (!step.isIn(document)) {
      problems.push({ stepId, field: step.goneField, message: step.goneMessage });
    } else if (step.mappings) {
      const problemOf = ({ path, message }: { path: string; message: string }) => ({ stepId, field: `mapping:${path}`, message });
      const schema = await step.loadSchema(document);
      problems.push(...missingMappings(withoutFilled(schema, keys), step.mappings).map(problemOf));
      const known = document.summary.customParameters
        ? await withCustomFields(document, schema, step.usedId, await readCustomFields(context.env, connectorId))
        : schema;
      warnings.push(...mappingWarnings(known, step.mappings).map(problemOf));
    }
  }
  return { problems, warnings };
}

/** A sync type accepts only its own systems (spec STEP-86, STEP-87). */
async function syncTypeProblems(
  { stepId, syncType = syncDefaults.syncType, sourceConnectorId, targetConnectorId }: SyncStep,
  documentAt: (connectorId: string) => Promise<AskedDocument | string>,
): Promise<StepFinding[]> {
  if (!sourceConnectorId || !targetConnectorId) return [];
  const [source, target] = [await documentAt(sourceConnectorId), await documentAt(targetConnectorId)];
  if (typeof source === 'string' || typeof target === 'string') return [];
  const problem = syncTypeProblem(syncType, source.type, target.type);
  return problem ? [{ stepId, field: `${problem.side}ConnectorId`, message: problem.message }] : [];
}

function toAskedStep(step: WorkflowStep): AskedStep | null {
  const { stepId, connectorId } = step;
  if (!connectorId) return null;
  if (step.type === 'ConnectorOperation' && step.operationId) {
    const { operationId } = step;
    const contentType = step.requestContentType ?? undefined;
    return {
      stepId,
      connectorId,
      loadSchema: (document) => loadRequestSchema(document, findOperationId(document.summary, operationId) ?? operationId, contentType),
      isIn: ({ summary }) => findOperationId(summary, operationId) !== null,
      usedId: operationId,
      goneField: 'operationId',
      goneMessage: `The connector has no operation "${operationId}" any more: select another one`,
      mappings: step.requestParametersSourceType === 'Script' || step.overrideGraphQlQuery ? null : (step.requestParameterMappings ?? []),
    };
  }
  if (step.type === 'Trigger' && step.triggerType === 'ConnectorEvent' && step.eventId) {
    const { eventId } = step;
    return {
      stepId,
      connectorId,
      loadSchema: (document) => loadSubscriptionSchema(document, eventId),
      isIn: ({ summary }) => summary.events.some(({ id }) => id === eventId),
      usedId: eventId,
      goneField: 'eventId',
      goneMessage: `The connector has no event "${eventId}" any more: select another one`,
      mappings: step.requestParameterMappings ?? [],
    };
  }
  return null;
}

/** The document of a connector's type, or what is wrong, in words. */
async function loadDocument({ db, env, user }: UserContext, connectorId: string): Promise<AskedDocument | string> {
  const connector = await findConnector(db, user.id, connectorId);
  if (!connector) return 'The connector was not found: choose one of yours';
  const type = await findConnectorType(db, 'everyone', connector.connectorTypeId);
  const named = { id: connector.connectorTypeId, name: type?.name ?? connector.name };
  try {
    const document = await openUploaded(env, type?.openApiDocument ?? null);
    return { type: named, document, keys: type?.settings.additionalData.connection?.authParameters ?? [] };
  } catch (error) {
    if (error instanceof ApiProblem) return `${connector.name}: ${error.message}`;
    throw error;
  }
}

/** The connectors of a step that reads or syncs whole kinds of records, by the step's field that names each. */
function dataStepConnectors(step: WorkflowStep): { field: string; connectorId: string }[] {
  return listConnectorFields(step).flatMap((field) => {
    const connectorId = step[field];
    return connectorId ? [{ field, connectorId }] : [];
  });
}

function listConnectorFields({ type }: WorkflowStep): ('connectorId' | 'sourceConnectorId' | 'targetConnectorId')[] {
  if (type === 'GetDataStep' || type === 'DashboardStep') return ['connectorId'];
  return type === 'SyncStep' ? ['sourceConnectorId', 'targetConnectorId'] : [];
}
