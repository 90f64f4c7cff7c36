import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { type ValueToFill, valuesToFill } from '@portage/playbooks';
import type { WorkflowStep } from '@portage/workflow';
import { stepsFor } from '../../hidden-steps/visible-to.ts';
import { invalid, notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { findInConnectorSteps } from '../../workflows/connector-step-problems.ts';
import { ownPlaybook } from '../model/change-playbook.ts';
import { connectedSteps, findAvailableTemplate } from '../model/workflow-template-steps.ts';

type ValuesToFill = HandlerResult<Calls, 'GET /api/playbooks/{id}/wizard/steps/{stepId}/values-to-fill'>;

/** The fields that a workflow template leaves to the person; steps hidden from them are omitted. @throws ApiProblem 404, 400 for other steps */
export async function listValuesToFill({ id, stepId }: { id: string; stepId: string }, context: UserContext): Promise<ValuesToFill> {
  const row = await ownPlaybook(id, context);
  const step = row.wizard.steps.find((one) => one.id === stepId);
  if (!step) throw notFound('This step');
  if (step.workflowTemplateId === null) throw invalid('This step doesn’t belong to a workflow template.');
  const template = await findAvailableTemplate(context.db, row, step.workflowTemplateId);
  if (!template) throw notFound('The workflow template of this step');
  const steps = stepsFor(context.user, (await connectedSteps(row, step, context)) ?? []).steps;
  return {
    description: template.description,
    isScheduled: steps.some((one) => one.type === 'Trigger' && one.triggerType === 'Scheduled'),
    values: await withRequired(steps, context),
  };
}

const MAPPING = 'mapping:';

/** Adds required fields of a step's operation that the template leaves empty. */
async function withRequired(steps: WorkflowStep[], context: UserContext): Promise<ValueToFill[]> {
  const { problems } = await findInConnectorSteps(context, steps);
  const required = problems
    .filter(({ field }) => field.startsWith(MAPPING))
    .map(({ stepId, field }) => ({ stepId, path: field.slice(MAPPING.length), usual: '', isRequired: true }));
  const isSame = (one: ValueToFill) => (other: ValueToFill) => one.stepId === other.stepId && one.path === other.path;
  const values = valuesToFill(steps);
  return [...values.map((value) => required.find(isSame(value)) ?? value), ...required.filter((value) => !values.some(isSame(value)))];
}
