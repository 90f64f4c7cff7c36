import { ERROR_PATH_NAME, hasErrorPath, type WorkflowStep } from '@portage/workflow';
import { runLimits } from '../limits.ts';
import { advance, endRun } from './advance.ts';
import { endIteration, innermostLoop, withTurnResult } from './end-scope.ts';
import { withoutPages } from './paged-loop.ts';
import type { Program } from './program.ts';
import type { RunEffect, Transition } from './run-event.ts';
import type { CurrentStep, Frame, RunState } from './run-state.ts';
import { buildStepRecord, loopRecord } from './step-record.ts';

/**
 * A step failed for good (spec ENG-13). The first of these that applies: the step's error path runs; the step continues on error, and so
 * does the chain; the innermost loop that continues on error moves to its next item; the run fails.
 */
export function failStep(program: Program, state: RunState, current: CurrentStep, message: string, nowMs: number): Transition<RunState> {
  const step = program.steps.get(current.stepId) as WorkflowStep;
  const effects: RunEffect[] = [
    { type: 'record', record: buildStepRecord(current, step, { status: 'Failed', errorMessage: message, finishedAt: nowMs }) },
  ];
  // If the run continues, a page that couldn't be fetched ends its loop. A failed run keeps the page, so that it can be continued.
  const frames = current.page === undefined ? state.frames : withoutPages(state.frames, current, message);
  const goesOn: RunState = { ...state, frames, failedSteps: (state.failedSteps ?? 0) + 1 };
  // The error path takes the position of a branch's group, and the chain continues after it.
  if (hasErrorPath(step) && current.page === undefined && state.frames.length < runLimits.nesting) {
    const path: Frame = { kind: 'group', stepId: step.stepId, group: ERROR_PATH_NAME, nextStepId: step.errorFirstStepId ?? null, steps: 0 };
    return advance(program, { ...goesOn, current: null, frames: [...frames, path] }, effects, nowMs);
  }
  if (continuesOnFailure(step) && current.collects !== 'turn') return advance(program, { ...goesOn, current: null }, effects, nowMs);
  const depth = innermostLoop(state.frames, (loopStepId) => continuesOnFailure(program.steps.get(loopStepId)));
  if (depth >= 0) {
    // Loops inside the one that continues end with the failed item.
    for (let inner = state.frames.length - 1; inner > depth; inner -= 1) {
      if (frames[inner]?.kind === 'loop') {
        const { paging } = frames[inner] as Extract<Frame, { kind: 'loop' }>;
        effects.push({
          type: 'record',
          record: loopRecord(program, frames, inner, { status: 'Failed', errorMessage: paging?.cut ?? null, finishedAt: nowMs }),
        });
      }
    }
    const failedTurn = { ...goesOn, frames: withTurnResult(frames.slice(0, depth + 1), 0) };
    return endIteration(program, failedTurn, effects, nowMs, depth);
  }
  return endRun(program, state, 'Failed', message, nowMs);
}

function continuesOnFailure(step: WorkflowStep | undefined): boolean {
  return step !== undefined && 'continueOnFailure' in step && step.continueOnFailure === true;
}
