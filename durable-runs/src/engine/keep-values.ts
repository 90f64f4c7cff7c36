import type { ActiveRun } from '../active-run/active-run.ts';
import { cutMessage } from '../core/paged-loop.ts';
import type { StepRecord } from '../core/run-event.ts';
import type { CurrentStep } from '../core/run-state.ts';
import { loopOfResults } from '../core/step-path.ts';
import { triggerValues } from '../steps/trigger-values.ts';
import type { StepEnd } from './run-step.ts';

interface EndedStep {
  current: CurrentStep;
  end: StepEnd;
}

/**
 * Keeps what a record leaves for later steps. The run's state already includes the record.
 *
 * @param own the step that the record belongs to; null for records of loops that end because of it, and of a sync's items
 * @param hasFailed whether the step failed and the run continues
 */
export function keepValues(run: ActiveRun, record: StepRecord, own: EndedStep | null, hasFailed: boolean): void {
  const nextPage = own?.end.result.nextPage ?? null;
  if (nextPage !== null) run.values.setNextPage(record.ordinal, nextPage, run.state.frames);
  if (own?.current.collects === 'turn') keepTurnResult(run, record, own.end);
  else if (record.stepType === 'Loop' && record.status !== 'InProgress') closeLoop(run, record, own?.end ?? null);
  else if (own?.current.page !== undefined && hasFailed)
    run.values.addError(record.name, cutMessage(own.current.page, record.errorMessage ?? ''));
  else if (own?.end.result.items) openLoop(run, record, own.end.result.items, countBytes(own.end));
  else if (record.stepType === 'Trigger') run.values.set(record.name, record.ordinal, triggerValues(run.trigger));
  // A page belongs to the loop: later steps still see what the step itself returned.
  else if (own && own.current.page === undefined)
    run.values.set(record.name, record.ordinal, own.end.result.values ?? {}, countBytes(own.end));
}

/** Adds the result of a loop's turn to the loop's results. */
function keepTurnResult(run: ActiveRun, { status, path }: StepRecord, end: StepEnd): void {
  if (status === 'Succeeded') run.values.addResult(path, end.result.values?.Response, countBytes(end));
}

function openLoop(run: ActiveRun, { ordinal, path }: StepRecord, items: readonly unknown[], bytes: number): void {
  run.values.openList(ordinal, { value: items, bytes });
  const opened = run.state.frames.find((frame) => frame.kind === 'loop' && frame.ordinal === ordinal);
  if (opened?.kind === 'loop' && opened.collecting) run.values.openResults(path);
}

/** @param end what the loop step itself returned; null: its items are done, or another step ended it */
function closeLoop(run: ActiveRun, { name, ordinal, path, status, errorMessage }: StepRecord, end: StepEnd | null): void {
  const left = end?.result.values ? { values: end.result.values, bytes: countBytes(end) } : undefined;
  run.values.closeList(name, ordinal, left?.values, left?.bytes);
  if (end || status !== 'Succeeded') run.values.forgetResults(loopOfResults(path) ?? path);
  if (!end && errorMessage !== null) run.values.addError(name, errorMessage);
}

function countBytes({ dataJson, exactJson }: StepEnd): number {
  return (exactJson ?? dataJson)?.length ?? 0;
}
