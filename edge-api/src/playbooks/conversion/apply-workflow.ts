import { findWorkflow, type WorkflowWithSteps } from '@portage/database';
import type { PlannedWorkflow } from '@portage/playbooks';
import { isSameJson } from '@portage/primitives/json';
import type { WorkflowStep } from '@portage/workflow';
import { auditChange } from '../../audit/record-audit.ts';
import type { UserContext } from '../../http/context.ts';
import { activateWorkflow, deactivateWorkflow } from '../../workflows/activate-workflow.ts';
import { createWorkflow } from '../../workflows/create-workflow.ts';
import { updateWorkflow } from '../../workflows/update-workflow.ts';
import { applyIntegration } from './apply-integration.ts';
import { withChangedMembers } from './changed-members.ts';

export interface WorkflowToApply {
  planned: PlannedWorkflow;
  workflowId: string;
  /** The values last written; null: nothing yet. */
  applied: PlannedWorkflow | null;
  isToBeActive: boolean;
}

/**
 * Creates a playbook's workflow, or changes what differs, and activates it. Repeating it, even after a crash, creates nothing twice.
 *
 * @throws ApiProblem as creating, saving and activating a workflow and its integration
 */
export async function applyWorkflow({ planned, workflowId, applied, isToBeActive }: WorkflowToApply, context: UserContext): Promise<void> {
  const workflow = await madeOrFound(planned, workflowId, context);
  const steps = stepsWithChanges(workflow.steps, applied?.steps ?? null, planned.steps);
  const name = applied?.name === planned.name ? workflow.name : planned.name;
  const haveStepsChanged = !isSameJson(steps, workflow.steps);
  let { isActive } = workflow;
  if (haveStepsChanged && isActive) {
    await deactivateWorkflow(workflowId, context);
    isActive = false;
  }
  if (haveStepsChanged || name !== workflow.name) await updateWorkflow(workflowId, haveStepsChanged ? { name, steps } : { name }, context);
  if (planned.integration) await applyIntegration(workflowId, planned.integration, applied?.integration ?? null, context);
  // An interrupted activation may have left its schedule unset.
  if (!isToBeActive || (isActive && applied !== null)) return;
  await activateWorkflow(workflowId, context);
  await auditChange(context, 'workflow.activated', { workflowId });
}

async function madeOrFound(planned: PlannedWorkflow, workflowId: string, context: UserContext): Promise<WorkflowWithSteps> {
  const found = await findWorkflow(context.db, context.user.id, workflowId);
  if (found) return found;
  const { name, description, steps } = planned;
  const made = await createWorkflow({ name, description, steps }, context, { id: workflowId });
  await auditChange(context, 'workflow.created', { workflowId, name });
  return made;
}

/** Steps that a person added to the workflow stay where they are. */
function stepsWithChanges(stored: WorkflowStep[], applied: WorkflowStep[] | null, wanted: WorkflowStep[]): WorkflowStep[] {
  const isOwn = ({ stepId }: WorkflowStep) => wanted.some((step) => step.stepId === stepId);
  if (!wanted.every(({ stepId }) => stored.some((step) => step.stepId === stepId))) {
    // A person removed a playbook step; it comes back only if the wizard changed.
    return applied && isSameJson(applied, wanted) ? stored : wanted;
  }
  return stored.map((step) => {
    if (!isOwn(step)) return step;
    const before = applied?.find(({ stepId }) => stepId === step.stepId) ?? null;
    const after = wanted.find(({ stepId }) => stepId === step.stepId);
    return after ? withChangedMembers(step, before, after) : step;
  });
}
