import { checkStep } from '../step-types/registry.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { checkExpressions } from './check-expressions.ts';
import type { WorkflowProblem } from './workflow-problem.ts';

/**
 * The problems within one step: its name, its fields, its expressions. validateWorkflow reports problems of its place in the flow.
 *
 * @param names of all steps, including this one.
 */
export function validateStep(step: WorkflowStep, names: ReadonlySet<string>): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  if (step.stepId.trim() === '') problems.push({ stepId: step.stepId, field: 'stepId', message: 'Please input Name' });
  checkStep(step, (field, message) => problems.push({ stepId: step.stepId, field, message }));
  return [...problems, ...checkExpressions(step, (name) => names.has(name))];
}
