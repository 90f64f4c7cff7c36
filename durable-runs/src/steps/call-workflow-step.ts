import { type CalledRunEnd, type RunResponse, responseData, type StepData } from '@portage/contracts';
import { parseExactJson } from '@portage/primitives/exact-json';
import { isJsonType } from '@portage/primitives/wire';
import {
  type CallWorkflowStep,
  callDeadlineMs,
  callDefaults,
  evaluateExpression,
  evaluateName,
  type StepValues,
  workflowLimits,
} from '@portage/workflow';
import { refOfRun } from '../calls/call-ports.ts';
import { runLimits } from '../limits.ts';
import { failed, type StepContext, type StepDetail, type StepHandler, type StepResult } from '../step-context/step-handler.ts';

/** Starts another workflow of the owner. The run waits for its end unless the step says otherwise. */
export const callWorkflowStep: StepHandler<CallWorkflowStep> = {
  actsOutside: () => true,
  async run(step, context) {
    const { workflowId } = step;
    if (!workflowId) return failed('The step doesn’t name the workflow it calls.');
    const input = evaluateInput(step, context);
    if (!input.ok) return failed(input.message);
    const { payload } = input;
    const waits = step.doNotWait !== true;
    const started = await context.startWorkflow({ workflowId, payload, waits });
    if (!started.ok) return failed(started.message);
    const { runId, name, startedAtMs } = started;
    const isShown = (JSON.stringify(payload) ?? '').length <= runLimits.shownChars;
    const detail: StepDetail = { ...(isShown ? { request: payload } : {}), calledRun: { id: runId, workflowId, name, waits } };
    if (!waits) return { outcome: { kind: 'succeeded' }, values: { Response: { runId } }, detail };
    const untilMs = startedAtMs + (callDeadlineMs(step) ?? workflowLimits.delayMaxMs);
    return { outcome: { kind: 'await', ref: refOfRun(runId), untilMs, about: detail } };
  },
  resume(_step, answer, about) {
    const detail = about as StepDetail;
    const name = detail.calledRun?.name ?? '';
    if (answer === null) return { ...failed(`“${name}” did not end before the deadline. Its run was cancelled.`), detail };
    const end = answer as CalledRunEnd;
    if (end.status === 'Succeeded') return { outcome: { kind: 'succeeded' }, values: toStepValues(end.response), detail };
    if (end.status === 'Cancelled') return { ...failed(`The run of “${name}” was cancelled.`), detail };
    const message = `“${name}” failed: ${end.errorMessage ?? 'it gave no reason.'}`;
    return { outcome: { kind: 'failed', message, retryable: true }, detail };
  },
  describe: (_step, values, detail) => describeCall(values, detail),
};

type Input = { ok: true; payload: unknown } | { ok: false; message: string };

function evaluateInput(step: CallWorkflowStep, { scope }: StepContext): Input {
  if ((step.inputType ?? callDefaults.inputType) === 'Value') {
    return { ok: true, payload: evaluateExpression(step.inputValue ?? '', scope) ?? null };
  }
  const fields = new Map<string, unknown>();
  for (const { name: written, valueExpression } of step.inputFields ?? []) {
    const name = evaluateName(written, scope);
    if (!name?.trim()) return { ok: false, message: `The field name "${written}" is empty.` };
    if (fields.has(name)) return { ok: false, message: `There are two fields named "${name}".` };
    fields.set(name, evaluateExpression(valueExpression ?? '', scope) ?? null);
  }
  return { ok: true, payload: Object.fromEntries(fields) };
}

/** A workflow whose End step sends no response returns nothing. */
function toStepValues(response: RunResponse | null): StepResult['values'] & object {
  if (!response) return { Response: null };
  return { Response: parseBody(response), ResponseHttpStatusCode: response.status, ResponseHeaders: response.headers };
}

/** A file is the value that the called run ended with. */
function parseBody({ headers, body, isBase64, fileName }: RunResponse): unknown {
  if (isBase64) return { ...(fileName === undefined ? {} : { fileName }), contentType: headers['content-type'], base64: body };
  if (!isJsonType(headers['content-type'] ?? '')) return body;
  if (body.trim() === '') return null;
  try {
    return parseExactJson(body);
  } catch {
    return body;
  }
}

function describeCall(values: StepValues, { request, calledRun }: StepDetail): StepData {
  const response = responseData(values);
  return {
    ...(request === undefined ? {} : { request }),
    ...(response ? { response } : {}),
    ...(calledRun ? { calledRun } : {}),
  };
}
