import { dataLimits } from '@portage/contracts';
import { workflowPinCalls } from '@portage/contracts/calls';
import { deleteWorkflowPin, saveWorkflowPin } from '@portage/database';
import { canBePinned, type WorkflowStep } from '@portage/workflow';
import { auditChange } from '../audit/record-audit.ts';
import { hiddenNamesFor } from '../hidden-steps/visible-to.ts';
import { invalid } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { type PinnedValues, readPins } from '../workflow-instances/read-pins.ts';
import { findToTest } from './find-to-test.ts';

export const workflowPinRoutes = implement(workflowPinCalls, {
  'GET /api/workflows/{id}/pins': async ({ params }, context) => {
    return { pins: await readPins(params.id, await loadVisibleSteps(params.id, context), context) };
  },
  'PUT /api/workflows/{id}/pins': async ({ params, body }, context) => {
    const steps = await loadVisibleSteps(params.id, context);
    const { clientId, values } = body;
    if (values === null) await deleteWorkflowPin(context.db, context.user.id, params.id, clientId);
    else await pin(params.id, steps, clientId, values as PinnedValues, context);
    await auditChange(context, values === null ? 'workflow.output-unpinned' : 'workflow.output-pinned', {
      workflowId: params.id,
      step: steps.find((step) => step.clientId === clientId)?.stepId ?? null,
    });
    return { pins: await readPins(params.id, steps, context) };
  },
});

async function pin(
  workflowId: string,
  steps: readonly WorkflowStep[],
  clientId: string,
  values: PinnedValues,
  { db, user, now }: UserContext,
) {
  const step = steps.find((one) => one.clientId === clientId);
  if (!step) throw invalid('The workflow has no such step. Save it first.', 'clientId');
  if (!canBePinned(step)) throw invalid(`The step “${step.stepId}” has no output that can be pinned.`, 'clientId');
  const valuesJson = JSON.stringify(values);
  if (valuesJson.length > dataLimits.pinChars) {
    throw invalid(`A pinned output may have at most ${thousands(dataLimits.pinChars)} characters as JSON.`, 'values');
  }
  const isSaved = await saveWorkflowPin(
    db,
    user.id,
    { workflowId, clientId, valuesJson, updatedAt: now() },
    dataLimits.pinsOfWorkflowChars,
  );
  if (!isSaved) {
    const most = thousands(dataLimits.pinsOfWorkflowChars);
    throw invalid(`The pinned outputs of a workflow may have at most ${most} characters together. Unpin another step first.`, 'values');
  }
}

/** The steps that tests run: the draft's, if there is one. @throws ApiProblem 404 */
async function loadVisibleSteps(workflowId: string, context: UserContext): Promise<WorkflowStep[]> {
  const { steps } = await findToTest(workflowId, true, context);
  const hidden = hiddenNamesFor(context.user, steps);
  return steps.filter(({ stepId }) => !hidden.has(stepId));
}

function thousands(count: number): string {
  return count.toLocaleString('en');
}
