import { literalText } from '../expressions/parse-expression.ts';
import { workflowLimits } from '../model/values.ts';
import type { CallWorkflowStep } from './call-workflow-schema.ts';
import { checkFailureOptions } from './check-failure-options.ts';
import { requireText } from './check-fields.ts';
import { toDurationMs } from './delay-step.ts';
import { fillIn } from './fill-in.ts';
import { mapMembers } from './map-texts.ts';
import type { StepDefinition } from './step-definition.ts';

export const callDefaults = { inputType: 'Fields' } as const;

/** Starts another workflow and returns the response of its End step. */
export const callWorkflow = {
  label: 'Call Workflow',
  waitsOutside: true,
  create: () => ({ type: 'CallWorkflow', workflowId: null, inputFields: [], ...callDefaults }),
  withDefaults: (step) => fillIn(step, callDefaults),
  check(step, report) {
    requireText(step.workflowId, 'workflowId', 'Workflow', report);
    checkFailureOptions(step, report);
    if ((step.inputType ?? callDefaults.inputType) === 'Fields') checkNames(step, report);
    const deadlineMs = callDeadlineMs(step);
    if (deadlineMs === null) return;
    if (!(deadlineMs >= 1_000)) report('deadlineValue', 'The deadline must be at least 1 second');
    else if (!(deadlineMs <= workflowLimits.delayMaxMs)) report('deadlineValue', 'The deadline must be at most 365 days');
  },
  mapTexts(step, visit) {
    const isFields = (step.inputType ?? callDefaults.inputType) === 'Fields';
    const mapped = mapMembers(step, ['inputValue'], isFields ? 'unused' : 'expression', '', visit);
    const inputFields = step.inputFields?.map((row, index) =>
      mapMembers(row, ['name', 'valueExpression'], isFields ? 'expression' : 'unused', `inputFields[${index}].`, visit),
    );
    return inputFields ? { ...mapped, inputFields } : mapped;
  },
  offers: (step) => (step.doNotWait ? ['Response'] : ['Response', 'ResponseHttpStatusCode', 'ResponseHeaders', ...listErrorValues(step)]),
} satisfies StepDefinition<CallWorkflowStep>;

/** How long the run waits for the called one to end; null: no deadline, or the run doesn't wait. */
export function callDeadlineMs({ doNotWait, deadlineValue, deadlineType = 'Minutes' }: CallWorkflowStep): number | null {
  return doNotWait || typeof deadlineValue !== 'number' ? null : toDurationMs(deadlineValue, deadlineType);
}

function listErrorValues({ continueOnFailure, useErrorPath }: CallWorkflowStep): readonly 'Error'[] {
  return continueOnFailure || useErrorPath ? ['Error'] : [];
}

function checkNames({ inputFields }: CallWorkflowStep, report: (field: string, message: string) => void): void {
  const seen = new Set<string>();
  for (const [index, { name }] of (inputFields ?? []).entries()) {
    const field = `inputFields[${index}].name`;
    requireText(name, field, 'Name', report);
    if (name.trim() === '' || literalText(name) === null) continue;
    if (seen.has(name)) report(field, `There are two fields named "${name}"`);
    seen.add(name);
  }
}
