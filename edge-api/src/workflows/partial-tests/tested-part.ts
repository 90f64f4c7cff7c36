import { collectDescendantNames, namesSwitchedOff, type WayTo, type WorkflowStep, wayTo } from '@portage/workflow';
import { hiddenNamesFor } from '../../hidden-steps/visible-to.ts';
import { invalid } from '../../http/api-problem.ts';
import type { SignedInUser } from '../../http/context.ts';

/** The first and the last step of a partial test; absent: the workflow's beginning and end. */
export interface TestedPart {
  upToStepId?: string | undefined;
  fromStepId?: string | undefined;
}

/**
 * Returns a predicate that says whether a test of this part runs a step, which must then be complete.
 *
 * @throws ApiProblem 400 `validation` for a step that no test can begin or end with.
 */
export function stepsOfPart(
  steps: readonly WorkflowStep[],
  { upToStepId, fromStepId }: TestedPart,
  user: SignedInUser,
): (stepId: string) => boolean {
  const from = fromStepId === undefined ? null : wayToTested(steps, fromStepId, 'fromStepId', user);
  const upTo = upToStepId === undefined ? null : wayToTested(steps, upToStepId, 'upToStepId', user);
  const skipped = new Set(from ? listNames([...from.passed, ...from.inside]) : []);
  if (upTo && upToStepId !== undefined && skipped.has(upToStepId)) {
    throw invalid(`The step “${upToStepId}” comes before “${fromStepId}”, so no test can end there.`, 'upToStepId');
  }
  const needed =
    upTo && new Set([...listNames([...upTo.passed, ...upTo.inside, ...upTo.holders.map(({ step }) => step)]), ...unit(steps, upToStepId)]);
  return (stepId) => !skipped.has(stepId) && (needed?.has(stepId) ?? true);
}

function listNames(steps: readonly WorkflowStep[]): string[] {
  return steps.map(({ stepId }) => stepId);
}

function unit(steps: readonly WorkflowStep[], stepId = ''): string[] {
  return [stepId, ...collectDescendantNames(steps, stepId)];
}

function wayToTested(steps: readonly WorkflowStep[], stepId: string, field: string, user: SignedInUser): WayTo {
  const way = hiddenNamesFor(user, steps).has(stepId) ? null : wayTo(steps, stepId);
  if (!way) throw invalid(`The workflow has no step “${stepId}” that a test could run.`, field);
  if (namesSwitchedOff(steps).has(stepId)) throw invalid(`The step “${stepId}” is switched off, so no test can run it.`, field);
  return way;
}
