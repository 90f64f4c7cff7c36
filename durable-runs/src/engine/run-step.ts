import { formatErrorCauses, log } from '@portage/contracts/log';
import { findSqlState, isDatabaseAway } from '@portage/database';
import { cutText } from '@portage/primitives/cut-text';
import { isNestedDeeper } from '@portage/primitives/json-nesting';
import { ExpressionError, type WorkflowStep } from '@portage/workflow';
import type { ActiveRun } from '../active-run/active-run.ts';
import { runLimits } from '../limits.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import { failed, type StepContext, type StepDetail, type StepResult } from '../step-context/step-handler.ts';
import { getHandler } from '../steps/registry.ts';
import type { StepJournalData } from '../storage/journal-store.ts';
import { collectTurn, gatherResults } from './collect-results.ts';
import type { EnginePorts } from './engine-ports.ts';
import { fetchPage } from './fetch-page.ts';
import { RunStepContext } from './run-step-context.ts';

/** A step's end, with its data as the journal stores it. */
export interface StepEnd {
  result: StepResult;
  dataJson: string | null;
  /** The same data with the run's secrets, where later steps may need them; null: nothing was redacted. */
  exactJson?: string | null;
  /** What people see of each item of a step that works in parts. */
  itemsJson?: readonly string[];
}

/** Runs the current step of a run. Never throws: any error becomes the step's failure, with a message for its author. */
export function runStep(run: ActiveRun, step: WorkflowStep, ports: EnginePorts, signal: AbortSignal): StepEnd | Promise<StepEnd> {
  const failureOf = (error: unknown) => failureFrom(error, run);
  try {
    const given = run.givenResult(step);
    if (given) return close(run, given);
    if (step.type === 'Trigger') for (const [key, value] of Object.entries(run.partialTest?.data ?? {})) run.data.setInRun(key, value);
    const context = new RunStepContext(run, ports, signal);
    const result = carryOut(run, step, context);
    if (!(result instanceof Promise)) return close(run, result);
    return result.then((settled) => close(run, settled)).catch((error: unknown) => close(run, failureOf(error)));
  } catch (error) {
    return close(run, failureOf(error));
  }
}

function carryOut(run: ActiveRun, step: WorkflowStep, context: StepContext): StepResult | Promise<StepResult> {
  const { page, collects } = run.state.current ?? {};
  if (page !== undefined) return fetchPage(run, step, context);
  if (collects !== undefined && step.type === 'Loop') {
    return collects === 'turn' ? collectTurn(run, step, context) : gatherResults(run, context);
  }
  return getHandler(step).run(step, context);
}

/** Turns an answer into the outcome of the step that waits for it. Never throws. @param answer null: its time is up */
export function resumeStep(run: ActiveRun, step: WorkflowStep, answer: unknown, about: unknown): StepEnd {
  try {
    run.secrets.take((answer as { secrets?: readonly string[] } | null)?.secrets ?? []);
    const resume = getHandler(step).resume;
    return close(run, resume ? resume(step, answer, about) : failed('The step was changed while its run waited.'));
  } catch (error) {
    return close(run, failureFrom(error, run));
  }
}

function failureFrom(error: unknown, { row, secrets }: ActiveRun): StepResult {
  if (error instanceof ExpressionError) return failed(`${error.message} (at character ${error.position + 1} of the expression)`);
  log('error', 'A step failed unexpectedly', { runId: row.runId, cause: secrets.redactText(formatErrorCauses(error)) });
  // A statement's text and its values are ours, not the author's.
  if (findSqlState(error) !== null || isDatabaseAway(error))
    return failed('The stored data could not be read or written. Please try again.');
  return failed(`The step failed unexpectedly: ${error instanceof Error ? error.message : String(error)}`);
}

/** Turns what the step returned into JSON, within the limits on a value and on a run (HOSTILE 9). */
function close(run: ActiveRun, ended: StepResult): StepEnd {
  if (ended.outcome.kind === 'more') return closePart(run, ended);
  noteSecrets(run.secrets, ended);
  const result = withError(shortened(run.secrets.isEmpty ? ended : withoutSecrets(run.secrets, ended)));
  const changes = run.data.takeChanges();
  if (!result.values && !result.detail && !result.items && changes.length === 0) return { result, dataJson: null };
  const datum: StepJournalData = {
    ...(result.values ? { values: result.values as Record<string, unknown> } : {}),
    ...(result.detail ? { detail: result.detail as Record<string, unknown> } : {}),
    ...(changes.length > 0 ? { data: changes } : {}),
    ...(result.items ? { items: result.items as unknown[] } : {}),
    ...(result.firstIndex === undefined ? {} : { firstIndex: result.firstIndex }),
    ...(result.nextPage === undefined || result.nextPage === null ? {} : { nextPage: result.nextPage }),
    ...(result.outcome.kind === 'failed' ? getLoopItem(run) : {}),
  };
  let dataJson: string;
  try {
    dataJson = JSON.stringify(datum);
  } catch (error) {
    return refusal(`The step's result is not a JSON value: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (dataJson.length > runLimits.valueBytes) {
    return refusal(`The step's data has ${megabytes(dataJson.length)}; at most ${megabytes(runLimits.valueBytes)} can be stored.`);
  }
  if (isNestedDeeper(dataJson, runLimits.valueLevels)) {
    return refusal(`The step's data is nested deeper than ${runLimits.valueLevels} levels.`);
  }
  if (run.storedChars + dataJson.length > runLimits.runBytes) {
    return refusal(`The run's data exceeds ${megabytes(runLimits.runBytes)}, the most a run can store.`);
  }
  run.storedChars += dataJson.length;
  if (run.secrets.isEmpty || !run.secrets.isIn(dataJson)) return { result, dataJson };
  const { detail, ...exact } = datum;
  const redacted = run.secrets.redactValue(exact);
  return {
    result,
    dataJson: JSON.stringify({ ...(redacted as object), ...(detail ? { detail } : {}) }),
    exactJson: JSON.stringify(exact),
  };
}

/** A part of a step. Only its items are kept, without the run's secrets. */
function closePart(run: ActiveRun, ended: StepResult): StepEnd {
  const clean = run.secrets.isEmpty ? ended : withoutSecrets(run.secrets, ended);
  const itemsJson = (ended.itemValues ?? []).map((values) => {
    const json = run.secrets.redactedJson({ values });
    run.storedChars += json.length;
    return json;
  });
  return { result: clean, dataJson: null, itemsJson };
}

/** A successful run may keep no list of a loop (spec ENG-23), but people must see the item for which a step failed. */
function getLoopItem({ version, state, values }: ActiveRun): { item?: unknown } {
  const loop = state.frames.findLast(({ kind }) => kind === 'loop');
  if (version.loggingMode !== 'LogOnlyIfError' || loop?.kind !== 'loop' || state.current?.page !== undefined) return {};
  const item = values.steps[loop.stepId]?.CurrentItem;
  return item !== undefined && JSON.stringify(item).length <= runLimits.shownChars ? { item } : {};
}

/** Discards the step's output and stores only why it was rejected. */
function refusal(message: string): StepEnd {
  const values = { Error: message };
  return { result: { ...failed(message), values }, dataJson: JSON.stringify({ values } satisfies StepJournalData) };
}

/** A call that was made knows which of its values are secret. */
function noteSecrets(secrets: RunSecrets, { detail, values }: StepResult): void {
  const { request, requestUrl } = detail ?? {};
  if (typeof request !== 'object' || request === null || !('headers' in request)) return;
  secrets.noteCall({ ...request, url: requestUrl, responseHeaders: values?.ResponseHeaders, response: values?.Response });
}

/** Redacts the parts of a step that only people read. Later steps need its values unchanged. */
function withoutSecrets(secrets: RunSecrets, { outcome, detail, ...rest }: StepResult): StepResult {
  return {
    ...rest,
    outcome: outcomeWithout(secrets, outcome),
    ...(detail ? { detail: secrets.redactValue(detail) as StepDetail } : {}),
  };
}

function outcomeWithout(secrets: RunSecrets, outcome: StepResult['outcome']): StepResult['outcome'] {
  if (outcome.kind === 'failed') return { ...outcome, message: secrets.redactText(outcome.message) };
  if (outcome.kind === 'more') return { ...outcome, items: secrets.redactValue(outcome.items) as typeof outcome.items };
  return outcome.kind === 'await' ? { ...outcome, about: secrets.redactValue(outcome.about) } : outcome;
}

/** If the run continues after a failure, later steps find its message, whatever kind of step failed. */
function withError(result: StepResult): StepResult {
  if (result.outcome.kind !== 'failed' || result.values?.Error !== undefined) return result;
  return { ...result, values: { ...result.values, Error: result.outcome.message } };
}

/** Cuts long texts that only people read. Secrets are removed first, so that no part of a secret is left at the cut. */
function shortened(result: StepResult): StepResult {
  return result.detail ? { ...result, detail: cutTexts(result.detail) as StepDetail } : result;
}

function megabytes(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}

/** Cuts the long texts of a JSON value and adds their length. Returns the value itself if no text is long. */
function cutTexts(value: unknown): unknown {
  const { shownChars } = runLimits;
  if (typeof value === 'string') {
    return value.length > shownChars ? `${cutText(value, shownChars)}… (${value.length.toLocaleString('en')} characters, cut here)` : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  let changed = false;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const cut = cutTexts(member);
    if (cut !== member) changed = true;
    return [name, cut];
  });
  if (!changed) return value;
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}
