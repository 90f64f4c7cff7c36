import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { readStep } from '../api/runs.ts';

const LONGEST_WAIT_MS = 90_000;

interface CallingRun {
  runId: string;
  /** How its one called run must have ended. */
  wanted: 'Succeeded' | 'Cancelled';
}

/** How many of these runs didn't call exactly one run, or called one that ended in another state. Both reach the lists a little later. */
export async function calledRunsWrong(api: Client<Calls>, runs: readonly CallingRun[]): Promise<number> {
  const endMs = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    let wrong = 0;
    for (const { runId, wanted } of runs) {
      const { runs: called } = await api('GET /api/workflows/instances/{id}/called-runs', { params: { id: runId } });
      if (called.length !== 1 || called[0]?.status !== wanted) wrong += 1;
    }
    if (wrong === 0 || Date.now() > endMs) return wrong;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/**
 * How many of these runs continued with a different decision from the one people were told. A kill may swallow every response to a
 * question, and a decided question is no longer listed: then people were told nothing.
 */
export async function countWrongDecisions(
  api: Client<Calls>,
  runIds: readonly string[],
  decided: ReadonlyMap<string, string>,
): Promise<number> {
  let wrong = 0;
  for (const runId of runIds) {
    const { stepData } = await readStep(api, runId, 'ask');
    const { approval, response } = stepData as { approval: { approvalId: string }; response: { body: { decision: string } } };
    const told = decided.get(approval.approvalId);
    if (told !== undefined && told !== response.body.decision) wrong += 1;
  }
  return wrong;
}
