import { advance } from './advance.ts';
import type { Program } from './program.ts';
import type { RunEffect, Transition } from './run-event.ts';
import type { Frame, RunState } from './run-state.ts';
import { loopRecord } from './step-record.ts';

/** Depth of the innermost loop around the run for which `fits` is true, or -1. */
export function innermostLoop(frames: readonly Frame[], fits: (loopStepId: string) => boolean = () => true): number {
  return frames.findLastIndex((frame) => frame.kind === 'loop' && fits(frame.stepId));
}

/** Spec ENG-17, scope Loop: the innermost loop ends and the run continues after it. */
export function endLoop(program: Program, state: RunState, effects: RunEffect[], nowMs: number): Transition<RunState> {
  const depth = innermostLoop(state.frames);
  const frames = state.frames.slice(0, depth + 1);
  const loop = frames[depth];
  // What the iteration produced so far is one of the loop's results.
  if (loop?.kind === 'loop' && loop.collecting) {
    frames[depth] = { ...loop, nextStepId: null, collecting: { ...loop.collecting, isLast: true } };
    return advance(program, { ...state, current: null, frames }, effects, nowMs);
  }
  effects.push({ type: 'record', record: loopRecord(program, state.frames, depth, { status: 'Succeeded', finishedAt: nowMs }) });
  return advance(program, { ...state, current: null, frames: state.frames.slice(0, depth) }, effects, nowMs);
}

/** The frames after the innermost loop's iteration has returned its result. A failed iteration returns nothing. */
export function withTurnResult(frames: readonly Frame[], chars: number): Frame[] {
  const loop = frames.at(-1);
  if (loop?.kind !== 'loop' || !loop.collecting) return [...frames];
  const collecting = { ...loop.collecting, chars: loop.collecting.chars + chars, isDone: true };
  return [...frames.slice(0, -1), { ...loop, collecting }];
}

/** Spec ENG-17, scope LoopIteration: continues with the next item of the innermost loop, or of the loop at `depth`. */
export function endIteration(
  program: Program,
  state: RunState,
  effects: RunEffect[],
  nowMs: number,
  depth: number = innermostLoop(state.frames),
): Transition<RunState> {
  const frames = state.frames.slice(0, depth + 1);
  frames[depth] = { ...(frames[depth] as Frame), nextStepId: null };
  return advance(program, { ...state, current: null, frames }, effects, nowMs);
}
