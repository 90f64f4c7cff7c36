import type { RunTrigger, StartRunRequest } from '@portage/contracts';
import { runLimits } from '../limits.ts';
import type { RunRow } from '../storage/run-store.ts';

/** Reads the trigger of a run. Nothing is stored before this succeeds. */
export function readTrigger(json: string): { ok: true; trigger: RunTrigger } | { ok: false; message: string } {
  if (json.length > runLimits.valueBytes) {
    return { ok: false, message: `The payload of a run may have at most ${runLimits.valueBytes / (1024 * 1024)} MB as JSON.` };
  }
  try {
    return { ok: true, trigger: JSON.parse(json) as RunTrigger };
  } catch (error) {
    return { ok: false, message: `The payload of a run must be JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The row of a run that was just accepted. */
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
    failedSteps: 0,
    continuedAt: null,
    startedByHand: request.startedByHand,
    isTest: request.isTest,
    startedBy: request.cause ?? (request.startedByHand ? 'Manual' : request.triggerType),
    failedStep: null,
    tagsJson: null,
    contentJson: null,
    failureDepth: request.failureDepth ?? 0,
    parentRunId: request.caller?.runId ?? null,
    callDepth: request.caller?.depth ?? 0,
    waitingJson: null,
  };
}
