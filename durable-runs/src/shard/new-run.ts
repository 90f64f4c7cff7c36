import type { RunTrigger, StartRunRequest } from '@portage/contracts';
import { runLimits } from '../limits.ts';
import type { RunRow } from '../storage/run-store.ts';

/** What starts a run, as it is kept. Nothing is stored before this is known to be possible. */
export function triggerAsJson(trigger: RunTrigger): { ok: true; json: string } | { ok: false; message: string } {
  let json: string;
  try {
    json = JSON.stringify(trigger);
  } catch (error) {
    return { ok: false, message: `What starts a run must be JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (json.length <= runLimits.valueBytes) return { ok: true, json };
  return { ok: false, message: `What starts a run may have at most ${runLimits.valueBytes / (1024 * 1024)} MB as JSON.` };
}

/** The row of a run that has just been accepted. */
export function newRow(request: StartRunRequest, nowMs: number): Omit<RunRow, 'runKey'> {
  return {
    runId: request.runId,
    versionId: request.versionId,
    status: 'Scheduled',
    revision: 1,
    createdAt: nowMs,
    updatedAt: nowMs,
    startedAt: null,
    finishedAt: null,
    continueAt: null,
    errorMessage: null,
    stepCount: 0,
    startedByHand: request.startedByHand,
    isTest: request.isTest,
  };
}
