import type { CallResponse, GivenResult, OwnerId } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { listWorkflowPins } from '@portage/database';
import { canBePinned, type StepValues, type WorkflowStep } from '@portage/workflow';
import type { UserContext } from '../http/context.ts';

type Pin = CallResponse<Calls, 'GET /api/workflows/{id}/pins'>['pins'][number];
export type PinnedValues = Pin['values'];

/** The pins of these steps. @param steps visible to the reader */
export async function readPins(workflowId: string, steps: readonly WorkflowStep[], { db, user }: UserContext): Promise<Pin[]> {
  const known = new Set(steps.map(({ clientId }) => clientId));
  const pins = await listWorkflowPins(db, user.id, workflowId);
  return pins
    .filter(({ clientId }) => known.has(clientId))
    .map(({ clientId, valuesJson, updatedAt }) => ({
      clientId,
      values: JSON.parse(valuesJson) as PinnedValues,
      updatedAt: updatedAt.toISOString(),
    }));
}

/** The outputs that a test run uses instead of steps, by their current names. Pins of hidden steps count too. */
export async function pinnedResults(
  ownerUserId: OwnerId,
  db: UserContext['db'],
  workflow: { id: string; steps: readonly WorkflowStep[] },
): Promise<Record<string, GivenResult>> {
  const pins = await listWorkflowPins(db, ownerUserId, workflow.id);
  if (pins.length === 0) return {};
  const stepOf = new Map(workflow.steps.map((step) => [step.clientId, step]));
  return Object.fromEntries(
    pins.flatMap(({ clientId, valuesJson }) => {
      const step = stepOf.get(clientId);
      if (!step || !canBePinned(step)) return [];
      return [[step.stepId, { source: 'Pinned' as const, values: JSON.parse(valuesJson) as StepValues }]];
    }),
  );
}
