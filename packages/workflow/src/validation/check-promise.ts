import { type OutlineNode, outlineSteps } from '../flow/outline.ts';
import type { WorkflowStep } from '../step-types/workflow-step.ts';
import type { WorkflowProblem } from './workflow-problem.ts';

const PROMISE_FIELD = 'webhookAnswer';

/** A webhook whose caller waits for the run's response needs an End step that gives one. */
export function checkPromise(steps: readonly WorkflowStep[], off: ReadonlySet<string>): WorkflowProblem[] {
  const trigger = steps.find((step) => step.type === 'Trigger');
  if (trigger?.triggerType !== 'Webhook' || trigger.webhookAnswer !== 'WhenRunEnds') return [];
  if (responds(outlineSteps(steps).chain, off)) return [];
  const message = 'The caller waits for a response, but no End step gives one: add an End step that responds';
  return [{ stepId: trigger.stepId, field: PROMISE_FIELD, message }];
}

function responds(chain: readonly OutlineNode[], off: ReadonlySet<string>): boolean {
  return chain.some(
    ({ step, body = [], groups = [] }) =>
      !off.has(step.stepId) &&
      ((step.type === 'EndStep' && Boolean(step.response)) || responds(body, off) || groups.some((group) => responds(group.chain, off))),
  );
}

/** Whether a problem concerns only the callers of an active workflow. Tests and reruns have none. */
export function concernsCallers({ field }: WorkflowProblem): boolean {
  return field === PROMISE_FIELD;
}
