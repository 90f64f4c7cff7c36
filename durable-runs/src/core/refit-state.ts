import { ERROR_PATH_NAME, hasErrorPath, isSwitchedOff, type WorkflowStep } from '@portage/workflow';
import type { Program } from './program.ts';
import type { CurrentStep, Frame, RunState } from './run-state.ts';

type RefitResult = { ok: true; state: RunState } | { ok: false; refusal: string };

/**
 * Moves a failed run to another version of its workflow. It will continue at the failed step, which must still be at the same position.
 * From there on it follows the steps of the new version, also in the surrounding chains.
 */
export function refitState(before: Program, after: Program, state: RunState): RefitResult {
  const { current } = state;
  if (!current) return refused('The run did not fail at a step, so it can be continued only with the version that it began with.');
  const step = after.steps.get(current.stepId);
  if (!step) return refused(`The step "${current.stepId}", at which the run failed, is no longer in the workflow.`);
  if (isSwitchedOff(step)) return refused(`The step "${current.stepId}", at which the run failed, is switched off now.`);
  if (current.collects && step.type !== 'Loop') return moved(current.stepId);
  const frames: Frame[] = [];
  for (const [depth, frame] of state.frames.entries()) {
    const inner = state.frames[depth + 1];
    const isAtPart = !inner && (current.page !== undefined || current.collects === 'turn');
    const insideId = inner && inner.kind !== 'root' ? inner.stepId : current.stepId;
    if (frame.kind === 'loop' && frame.paging && !after.steps.has(frame.paging.stepId)) return moved(frame.paging.stepId);
    if (isAtPart) {
      if (frame.kind !== 'root' && after.steps.get(frame.stepId)?.type !== 'Loop') return moved(frame.stepId);
      frames.push({ ...frame, nextStepId: null, steps: 0 });
      continue;
    }
    if (!isInChain(after, findFirstStep(after, frame), insideId)) return moved(insideId);
    frames.push({ ...frame, nextStepId: after.steps.get(insideId)?.nextStepId ?? null, steps: 0 });
  }
  return { ok: true, state: { ...state, frames, current: repaired(current, before.steps.get(current.stepId), step) } };
}

/** The step keeps its position. A changed step restarts from its beginning, and its calls differ from those that failed. */
function repaired({ progress, repairs = 0, ...current }: CurrentStep, before: WorkflowStep | undefined, after: WorkflowStep): CurrentStep {
  const isSame = before !== undefined && serializeContent(before) === serializeContent(after);
  if (!isSame) return { ...current, repairs: repairs + 1 };
  return { ...current, ...(progress === undefined ? {} : { progress }), ...(repairs > 0 ? { repairs } : {}) };
}

function serializeContent({ nextStepId: _next, ...content }: WorkflowStep): string {
  return JSON.stringify(content);
}

/** The first step of the frame's chain; null if the chain no longer exists. */
function findFirstStep(program: Program, frame: Frame): string | null {
  if (frame.kind === 'root') return program.firstStepId;
  const step = program.steps.get(frame.stepId);
  if (frame.kind === 'loop') return step?.type === 'Loop' ? (step.loopFirstStepId ?? null) : null;
  if (step && hasErrorPath(step)) return frame.group === ERROR_PATH_NAME ? (step.errorFirstStepId ?? null) : null;
  if (step?.type !== 'Branch') return null;
  return step.conditionGroups.find(({ name }) => name === frame.group)?.nextStepId ?? null;
}

function isInChain(program: Program, first: string | null, stepId: string): boolean {
  const seen = new Set<string>();
  for (let id = first; id !== null && !seen.has(id); id = program.steps.get(id)?.nextStepId ?? null) {
    if (id === stepId) return true;
    seen.add(id);
  }
  return false;
}

function moved(stepId: string): RefitResult {
  return refused(`The step "${stepId}" is no longer where it was when the run failed.`);
}

function refused(reason: string): RefitResult {
  return { ok: false, refusal: `${reason} Start a new run instead.` };
}
