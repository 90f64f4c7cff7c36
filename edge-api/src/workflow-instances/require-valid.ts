import { concernsCallers, validateWorkflow, type WorkflowProblem, type WorkflowStep } from '@portage/workflow';
import { scriptProblems } from '@portage/workflow/scripts';
import { hiddenNamesFor } from '../hidden-steps/visible-to.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';

const MAX_ENTRIES = 10;
const HIDDEN_PROBLEM = 'A step that’s hidden from you is incomplete. Please ask your admin to complete it.';

/**
 * Checks that the workflow can be active: complete, and with scripts that parse.
 *
 * @throws ApiProblem 400 `workflow-invalid`, the first problem first, each naming its step (spec EDIT: validity indicator).
 */
export function requireValid(steps: WorkflowStep[], { user }: UserContext): void {
  refuseFor(collectProblems(steps), hiddenNamesFor(user, steps));
}

/**
 * Checks that the steps can run as a test or again: nobody waits for a response.
 *
 * @param isNeeded leaves out problems of steps that won't run.
 * @throws ApiProblem 400 `workflow-invalid`, as `requireValid`.
 */
export function requireRunnable(steps: WorkflowStep[], { user }: UserContext, isNeeded: (stepId: string) => boolean = () => true): void {
  const problems = collectProblems(steps).filter(
    (problem) => !concernsCallers(problem) && (problem.stepId === null || isNeeded(problem.stepId)),
  );
  refuseFor(problems, hiddenNamesFor(user, steps));
}

function collectProblems(steps: WorkflowStep[]): WorkflowProblem[] {
  return [...validateWorkflow(steps), ...scriptProblems(steps)];
}

/**
 * @param hidden names of steps that the caller doesn't see: it only says that they have problems.
 * @throws ApiProblem 400 `workflow-invalid` if there is a problem
 */
export function refuseFor(problems: readonly WorkflowProblem[], hidden: ReadonlySet<string>): void {
  const [first] = problems;
  if (!first) return;
  const isNamed = ({ stepId }: WorkflowProblem) => !stepId || !hidden.has(stepId);
  if (!problems.some(isNamed)) throw new ApiProblem(400, 'workflow-invalid', HIDDEN_PROBLEM);
  const entries = problems
    .filter(isNamed)
    .slice(0, MAX_ENTRIES)
    .map(({ stepId, field, message }) => {
      const text = stepId ? `Step “${stepId}”: ${message}` : message;
      return { userMessage: text, message: text, code: 'workflow-invalid', ...(field ? { field } : {}) };
    });
  throw new ApiProblem(400, 'workflow-invalid', entries[0]?.userMessage ?? first.message, { entries });
}
