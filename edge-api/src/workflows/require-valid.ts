import { validateWorkflow, type WorkflowProblem, type WorkflowStep } from '@portage/workflow';
import { scriptProblems } from '@portage/workflow/scripts';
import { ApiProblem } from '../http/api-problem.ts';

const MAX_ENTRIES = 10;

/**
 * Lets only steps pass that can run: complete, and with scripts that can be read.
 *
 * @throws ApiProblem 400 `workflow-invalid`, the first problem first, each naming its step (spec EDIT: validity indicator).
 */
export function requireValid(steps: WorkflowStep[]): void {
  refuseFor([...validateWorkflow(steps), ...scriptProblems(steps)]);
}

/** @throws ApiProblem 400 `workflow-invalid` where there is a problem */
export function refuseFor(problems: readonly WorkflowProblem[]): void {
  const [first] = problems;
  if (!first) return;
  const entries = problems.slice(0, MAX_ENTRIES).map(({ stepId, field, message }) => {
    const text = stepId ? `Step “${stepId}”: ${message}` : message;
    return { userMessage: text, message: text, code: 'workflow-invalid', ...(field ? { field } : {}) };
  });
  throw new ApiProblem(400, 'workflow-invalid', entries[0]?.userMessage ?? first.message, { entries });
}
