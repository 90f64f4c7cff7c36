import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { Portage } from './portage.ts';

/** A run's outcome, as the engine recorded it. */
export interface FinishedRun {
  durationMs: number;
  stepCount: number;
}

/** Sends one webhook call. @returns the run's id @throws if it isn't accepted */
export async function startRun(portage: Portage, path: string, payload: unknown): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${portage.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  if (response.status !== 202) throw new Error(`The webhook responded with ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { workflowInstanceId: string }).workflowInstanceId;
}

/** Waits for a run's end. @throws if it doesn't succeed in time */
export async function untilSucceeded(api: Client<Calls>, runId: string, pollMs = 20, mostMs = 300_000): Promise<FinishedRun> {
  const endMs = performance.now() + mostMs;
  for (;;) {
    const { workflowInstance: run } = await api('GET /api/workflows/instances/{id}', { params: { id: runId } });
    if (run.status === 'Succeeded') {
      return { durationMs: Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt ?? ''), stepCount: run.stepCount };
    }
    if (run.status === 'Failed' || run.status === 'Cancelled') throw new Error(run.errorMessage ?? `The run is ${run.status}`);
    if (performance.now() > endMs) throw new Error(`The run is still ${run.status} after ${mostMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
