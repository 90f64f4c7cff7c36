import { HIDDEN_STEP_NAME, type RunWaiting } from '@portage/contracts';
import { findHiddenSteps } from '@portage/workflow';
import type { Program } from '../core/program.ts';
import type { RunState } from '../core/run-state.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type { StepDetail } from '../step-context/step-handler.ts';
import type { RunRow } from '../storage/run-store.ts';

interface Summarized {
  program: Program;
  state: RunState;
  secrets: RunSecrets;
}

/** Updates what lists show of a run to its current state. @returns whether people would see a difference */
export function summarize(row: RunRow, { program, state, secrets }: Summarized, nowMs: number): boolean {
  const continueAt = state.current?.wait?.untilMs ?? null;
  const changed = row.status !== state.status || row.continueAt !== continueAt || row.errorMessage !== state.errorMessage;
  if (changed) row.revision += 1;
  row.status = state.status;
  row.updatedAt = nowMs;
  row.startedAt = state.startedAt;
  row.finishedAt = state.finishedAt;
  row.continueAt = continueAt;
  row.errorMessage = state.errorMessage;
  row.stepCount = state.stepCount;
  row.failedSteps = state.failedSteps ?? 0;
  row.waitingJson = buildWaitingJson(program, state, secrets);
  row.continuedAt = state.continued?.atMs ?? null;
  row.failedStep = state.status === 'Failed' ? findFailedStep(program, state) : null;
  return changed;
}

/** What a run started or stopped waiting for; null: nothing changed. */
export function waitingChange(before: string | null, now: string | null): RunWaiting['kind'] | null {
  if (before === now) return null;
  return (now ?? before)?.includes('"kind":"Approval"') ? 'Approval' : 'Run';
}

/** What lists show that the run waits for, as JSON. A question to people has no step name if its step is hidden. */
function buildWaitingJson({ steps }: Program, { current }: RunState, secrets: RunSecrets): string | null {
  const step = current?.wait?.kind === 'answer' && steps.get(current.stepId);
  if (!step || current?.wait?.kind !== 'answer') return null;
  const { calledRun, approval } = current.wait.about as StepDetail;
  const isHidden = findHiddenSteps([...steps.values()]).has(step);
  const said = (text: string) => (secrets.isEmpty ? text : secrets.redactText(text));
  let waiting: RunWaiting | null = null;
  if (approval) {
    const { approvalId, subject } = approval;
    waiting = { kind: 'Approval', step: isHidden ? HIDDEN_STEP_NAME : step.stepId, approvalId, subject: said(subject) };
  } else if (calledRun && !isHidden) waiting = { kind: 'Run', step: step.stepId, runId: calledRun.id, name: calledRun.name };
  return waiting && JSON.stringify(waiting);
}

/** Lists show it to customers, who do not see hidden steps. */
function findFailedStep({ steps }: Program, { current }: RunState): string | null {
  const step = current && steps.get(current.stepId);
  return step && !findHiddenSteps([...steps.values()]).has(step) ? step.stepId : null;
}
