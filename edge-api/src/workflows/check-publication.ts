import { type WorkflowStep, workflowWarnings } from '@portage/workflow';
import { hiddenNamesFor, stepsFor } from '../hidden-steps/visible-to.ts';
import { type ApiWarning, warning } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { findUnknownVariables } from '../variables/unknown-variables.ts';
import { refuseFor, requireValid } from '../workflow-instances/require-valid.ts';
import { findGoneCalledWorkflows } from './called-workflow-problems.ts';
import { type ConnectorStepFindings, findInConnectorSteps } from './connector-step-problems.ts';
import { findCirclesOfSteps } from './sync-circles.ts';

const MOST_FLOW_WARNINGS = 10;

/**
 * Checks that runs may start from these steps on their own.
 *
 * @param coming workflows that are created together with this one: its steps may call them
 * @returns what the person should know about them (spec API-29).
 * @throws ApiProblem 400 `workflow-invalid`
 */
export async function checkPublication(
  workflowId: string,
  steps: WorkflowStep[],
  context: UserContext,
  coming: ReadonlySet<string> = new Set(),
): Promise<ApiWarning[]> {
  requireValid(steps, context);
  const found = await findInConnectorSteps(context, steps);
  const hiddenNames = hiddenNamesFor(context.user, steps);
  const missing = await Promise.all([findGoneCalledWorkflows(steps, context, coming), findUnknownVariables(steps, context)]);
  refuseFor([...found.problems, ...missing.flat()], hiddenNames);
  const circles = (await findCirclesOfSteps(workflowId, steps, context)).filter(({ stepId }) => !hiddenNames.has(stepId));
  return [...listMappingWarnings(found, hiddenNames), ...listFlowWarnings(steps, context), ...circles.map(circleWarning)];
}

/** Steps that the caller doesn't see are left out: a workflow with these warnings runs. */
function listMappingWarnings({ warnings }: ConnectorStepFindings, hidden: ReadonlySet<string>): ApiWarning[] {
  return warnings
    .filter(({ stepId }) => !stepId || !hidden.has(stepId))
    .map(({ stepId, message }) => warning('mapping-unfit', `Step “${stepId}”: ${message}`));
}

/** Warnings about the workflow as the caller sees it; the first few are enough to start looking. */
function listFlowWarnings(steps: WorkflowStep[], { user }: UserContext): ApiWarning[] {
  return workflowWarnings(stepsFor(user, steps).steps)
    .slice(0, MOST_FLOW_WARNINGS)
    .map(({ stepId, message }) => warning('flow-doubtful', `Step “${stepId}”: ${message}`));
}

/** The dashboard that a workflow's steps write to, the first if there are several (spec WFL-37: isDashboard, dashboardId). */
export function findDashboardId(steps: readonly WorkflowStep[]): string | null {
  for (const step of steps) {
    if (step.type !== 'DashboardStep' && step.type !== 'DashboardItemStep') continue;
    const dashboardId = step.dashboardId?.trim();
    if (dashboardId) return dashboardId;
  }
  return null;
}

/** For records that a workflow syncs back to where they came from. */
export function circleWarning({ message }: { message: string }): ApiWarning {
  return warning('sync-circle', message);
}
