import { addSampleRows, type WorkflowWithSteps } from '@portage/database';
import type { WorkflowStep } from '@portage/workflow';
import type { UserContext } from '../../http/context.ts';
import { stepFingerprint } from './step-fingerprint.ts';

/** Remembers that a test has started: what these steps return in it will be their samples. A step without clientId has none. */
export async function noteTest(
  { id }: Pick<WorkflowWithSteps, 'id'>,
  { runId, dataRunId, steps }: { runId: string; dataRunId: string | undefined; steps: readonly WorkflowStep[] },
  { db, user, now }: UserContext,
): Promise<void> {
  const tested = steps.flatMap((step) => (step.clientId ? { clientId: step.clientId, fingerprint: stepFingerprint(step) } : []));
  await addSampleRows(db, user.id, id, { runId, dataRunId: dataRunId ?? null, at: now(), steps: tested });
}
