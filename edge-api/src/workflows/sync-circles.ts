import { findConnector, listSyncingWorkflows } from '@portage/database';
import { type Carriage, findCircles, flowsOfIntegration } from '@portage/sync';
import { findIntegrationType, namesSwitchedOff, syncDefaults, type WorkflowStep } from '@portage/workflow';
import type { UserContext } from '../http/context.ts';

interface WorkflowCarriage extends Carriage {
  workflowName: string;
  /** The integration that syncs the records; null: a Sync step without settings does. */
  integrationType: string | null;
  stepId: string | null;
}

export interface SyncCircle {
  integrationType: string | null;
  /** The step that syncs the records; null: no step of the workflow uses the settings yet. */
  stepId: string | null;
  message: string;
}

/**
 * The circles that a workflow closes, directly or through its owner's other workflows: synced records come back to their source.
 *
 * @param steps of the workflow in its current form; the other workflows count as last saved, active or not
 */
export async function findSyncCircles(workflowId: string, steps: readonly WorkflowStep[], context: UserContext): Promise<SyncCircle[]> {
  const workflows = await listSyncingWorkflows(context.db, context.user.id);
  const all = workflows.flatMap((workflow) => carriagesIn(workflow.workflowId === workflowId ? { ...workflow, steps } : workflow));
  const own = all.filter((carriage) => carriage.workflowId === workflowId);
  const circles = await Promise.all(
    findCircles(own, all).map(async ([first, ...back]) => first && { ...first, message: await circleMessage(first, back, context) }),
  );
  const byMessage = new Map(circles.flatMap((circle) => (circle ? [[circle.message, circle]] : [])));
  return [...byMessage.values()].map(({ integrationType, stepId, message }) => ({ integrationType, stepId, message }));
}

/** The circles that a workflow's steps close, by step. */
export async function findCirclesOfSteps(workflowId: string, steps: readonly WorkflowStep[], context: UserContext) {
  if (!steps.some(({ type }) => type === 'SyncStep' || type === 'IntegrationStep')) return [];
  const circles = await findSyncCircles(workflowId, steps, context);
  return circles.flatMap(({ stepId, integrationType, message }) => {
    const field = integrationType === null ? 'targetConnectorId' : 'integration';
    return stepId === null ? [] : [{ stepId, field, message }];
  });
}

type SyncingWorkflow = Awaited<ReturnType<typeof listSyncingWorkflows>>[number];

function carriagesIn({ workflowId, workflowName, steps, integration }: SyncingWorkflow): WorkflowCarriage[] {
  const off = namesSwitchedOff(steps);
  const on = steps.filter(({ stepId }) => !off.has(stepId));
  const workflow = { workflowId, workflowName };
  const byStep = on.flatMap((step): WorkflowCarriage[] => {
    if (step.type !== 'SyncStep' || !step.sourceConnectorId || !step.targetConnectorId) return [];
    const entity = step.syncType ?? syncDefaults.syncType;
    if (entity === 'IntegrationApplication') return [];
    const [from, to] = [step.sourceConnectorId, step.targetConnectorId].map((connectorId) => ({ connectorId, entity }));
    return from && to ? [{ ...workflow, integrationType: null, stepId: step.stepId, from, to }] : [];
  });
  if (!integration) return byStep;
  const { integrationType } = integration;
  const usesSettings = (step: WorkflowStep) => findIntegrationType(step) === integrationType;
  const made = flowsOfIntegration(integration);
  const isSwitchedOff = steps.some(usesSettings) && !on.some(usesSettings);
  if (!made.ok || isSwitchedOff) return byStep;
  const stepId = on.find(usesSettings)?.stepId ?? null;
  return [...byStep, ...made.flows.map(({ source, target }) => ({ ...workflow, integrationType, stepId, from: source, to: target }))];
}

async function circleMessage(first: WorkflowCarriage, back: readonly WorkflowCarriage[], context: UserContext): Promise<string> {
  const { from, to, workflowId } = first;
  const [source, target] = await Promise.all([from, to].map(({ connectorId }) => findConnector(context.db, context.user.id, connectorId)));
  const others = [...new Map(back.flatMap((one) => (one.workflowId === workflowId ? [] : [[one.workflowId, one.workflowName]]))).values()];
  const names = others.map((name) => `“${name}”`).join(' and ') || 'this workflow itself';
  const carry = others.length > 1 ? 'carry' : 'carries';
  const route = `${from.entity} from “${source?.name ?? 'a deleted connector'}” to “${target?.name ?? 'a deleted connector'}”`;
  return `This workflow carries ${route}, and ${names} ${carry} them back: a loop. Mappings that change a value change it again each time, so map values the same way in both directions, or deactivate one of the workflows.`;
}
