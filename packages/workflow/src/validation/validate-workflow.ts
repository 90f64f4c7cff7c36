import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { namesSwitchedOff } from '../switched-off/switched-off.ts';
import { checkAddressSources } from './check-address-sources.ts';
import { checkFlow } from './check-flow.ts';
import { checkPromise } from './check-promise.ts';
import { validateStep } from './validate-step.ts';
import type { WorkflowProblem } from './workflow-problem.ts';

/**
 * Whether a workflow can be started: all its problems, in step order, then those of its flow. Switched-off steps may be incomplete. An
 * empty list: 'Workflow is valid and can be started'.
 *
 * @param steps as the schema accepts them; drafts may be incomplete (spec STEP-09, STEP-10 and the fields of each type).
 */
export function validateWorkflow(steps: readonly WorkflowStep[]): WorkflowProblem[] {
  const names = new Set(steps.map((step) => step.stepId));
  const off = namesSwitchedOff(steps);
  const on = off.size === 0 ? steps : steps.filter(({ stepId }) => !off.has(stepId));
  return [
    ...checkTriggers(steps),
    ...checkPromise(steps, off),
    ...on.flatMap((step) => validateStep(step, names)),
    ...checkAddressSources(steps).filter(({ stepId }) => stepId === null || !off.has(stepId)),
    ...checkNames(steps),
    ...checkFlow(steps),
  ];
}

function checkTriggers(steps: readonly WorkflowStep[]): WorkflowProblem[] {
  const [first, ...others] = steps.filter((step) => step.type === 'Trigger');
  if (!first) return [{ stepId: null, message: 'The workflow has no trigger' }];
  if (first.isSwitchedOff) return [{ stepId: first.stepId, field: 'isSwitchedOff', message: 'The trigger cannot be switched off' }];
  return others.map(({ stepId }) => ({ stepId, field: 'type', message: `The workflow already has a trigger: "${first.stepId}"` }));
}

function checkNames(steps: readonly WorkflowStep[]): WorkflowProblem[] {
  const seen = new Set<string>();
  const problems: WorkflowProblem[] = [];
  for (const { stepId } of steps) {
    if (seen.has(stepId)) problems.push({ stepId, field: 'stepId', message: 'This step name is already in use' });
    seen.add(stepId);
  }
  return problems;
}
