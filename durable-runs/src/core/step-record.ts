import type { StepStatus } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import type { Program } from './program.ts';
import type { StepRecord } from './run-event.ts';
import type { CurrentStep, Frame } from './run-state.ts';
import { stepPath } from './step-path.ts';

interface StepEnd {
  status: StepStatus;
  errorMessage?: string | null;
  /** Null while the step is running. */
  finishedAt: number | null;
}

export function buildStepRecord(
  current: CurrentStep,
  step: WorkflowStep,
  { status, errorMessage = null, finishedAt }: StepEnd,
): StepRecord {
  const { ordinal, path, startedAt, retries } = current;
  const record = { ordinal, name: step.stepId, path, stepType: step.type, status, startedAt, finishedAt, errorMessage };
  return retries ? { ...record, retries: retries.failed } : record;
}

/** The record of the open loop at `depth` in the stack. */
export function loopRecord(
  program: Program,
  frames: readonly Frame[],
  depth: number,
  { status, errorMessage = null, finishedAt }: StepEnd,
): StepRecord {
  const frame = frames[depth];
  if (frame?.kind !== 'loop') throw new Error('There is no loop at this depth');
  const stepType = program.steps.get(frame.stepId)?.type ?? 'Loop';
  const path = stepPath(frames.slice(0, depth), frame.stepId);
  return { ordinal: frame.ordinal, name: frame.stepId, path, stepType, status, startedAt: frame.startedAt, finishedAt, errorMessage };
}
