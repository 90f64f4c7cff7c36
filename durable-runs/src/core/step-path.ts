import type { Frame } from './run-state.ts';

/**
 * The place of a step in its run: `each[3]/route.Yes/tell`. Unique inside a run, so the run's id and the path together
 * are the idempotency key of what the step does outside (DESIGN 3).
 */
export function stepPath(frames: readonly Frame[], stepId: string): string {
  let path = '';
  for (const frame of frames) {
    if (frame.kind === 'loop') path += `${frame.stepId}[${frame.index}]/`;
    else if (frame.kind === 'group') path += `${frame.stepId}.${frame.group}/`;
  }
  return path + stepId;
}
