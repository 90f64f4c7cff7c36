import { isIdentifier } from '../expressions/is-identifier.ts';
import { findHiddenSteps } from '../hidden/hidden-steps.ts';
import { workflowLimits } from '../model/values.ts';
import { type NamedValue, type ReadInstead, replaceValues } from '../naming/replace-values.ts';
import type { StepType, WorkflowStep } from '../step-types/workflow-step.ts';
import { takeOut } from './delete-step.ts';
import { insertStep } from './insert-step.ts';
import { findStepPosition } from './place.ts';
import { findLane, laneToCopy } from './step-lane.ts';
import { collectUnit } from './step-unit.ts';

export interface Extraction {
  /** The steps of the new workflow, which other workflows call. */
  called: WorkflowStep[];
  /** The steps of this workflow, with a step that calls the new one. */
  rest: (calledWorkflowId: string) => WorkflowStep[];
  callName: string;
  /** Names of the input's fields. */
  inputs: string[];
  /** Names of the response's fields that later steps read. */
  outputs: string[];
}

export type ExtractionResult = { ok: true; extraction: Extraction } | { ok: false; message: string };

export interface ExtractionSettings {
  /** The new workflow's name, which the calling step gets, too. */
  name: string;
  makeId: () => string;
}

/** They belong to their workflow: its stored values, its syncs, its playbook. */
const BOUND_TYPES: Partial<Record<StepType, string>> = {
  DataStorage: 'it stores data of this workflow',
  SyncStep: 'its sync belongs to this workflow',
  IntegrationStep: 'its integration belongs to this workflow',
};

/**
 * Moves the selected steps into a new workflow that this one calls. The values that they read from outside become its input; the values
 * that other steps read from them become its response.
 *
 * @param chosen names of the selected steps
 * @returns a message for people if the steps can't be extracted
 */
export function extractSteps(
  steps: readonly WorkflowStep[],
  chosen: ReadonlySet<string>,
  { name, makeId }: ExtractionSettings,
): ExtractionResult {
  if (steps.some(({ type, stepId }) => type === 'Trigger' && chosen.has(stepId))) return refuse('The trigger can’t be extracted.');
  const lane = findLane(steps, chosen);
  const place = lane && findStepPosition(steps, lane[0]);
  if (!lane || !place) return refuse('Choose steps on one line: one step leads in, and one leads out.');
  const unit = laneToCopy(steps, lane);
  const obstacle = findObstacle(steps, unit);
  if (obstacle !== null) return refuse(obstacle);

  const inside = new Set(unit.map(({ stepId }) => stepId));
  const { rest } = takeOut(steps, lane);
  const triggerName = freeName('start', inside);
  const callName = freeName(name.trim().slice(0, workflowLimits.nameLength - 4) || 'call', new Set(rest.map(({ stepId }) => stepId)));
  const inputs = new Fields({ step: triggerName, member: 'Payload' });
  const outputs = new Fields({ step: callName, member: 'Response' });
  let unclear: string | null = null;

  const body = unit.map((step) =>
    replaceValues(step, {
      replace: (value) => (value.root === 'Steps' && inside.has(value.step) ? null : inputs.add(value)),
      isClear: (read) => read !== null && inside.has(read),
      onUnclear: () => {
        unclear ??= step.stepId;
      },
    }),
  );
  const others = rest.map((step) =>
    replaceValues(step, {
      replace: (value) => (value.root === 'Steps' && inside.has(value.step) ? outputs.add(value) : null),
      // What a script reads from data and constants isn't in the selection.
      isClear: (read) => read === null || !inside.has(read),
      onUnclear: () => {
        unclear ??= step.stepId;
      },
    }),
  );
  if (unclear !== null) {
    return refuse(
      `“${unclear}” reads a step as a whole. Name the value that it reads, such as $Steps["order"].Response, then extract again.`,
    );
  }
  if (inputs.names.length > workflowLimits.callInputFields) {
    return refuse(`These steps read more than ${workflowLimits.callInputFields} values from outside.`);
  }

  const first = body[0]?.stepId ?? null;
  const endName = freeName('result', new Set([...inside, triggerName]));
  const trigger: WorkflowStep = { stepId: triggerName, clientId: makeId(), type: 'Trigger', triggerType: 'Manual', nextStepId: first };
  const called: WorkflowStep[] = [trigger, ...body.map((step) => ({ ...step, clientId: makeId() }))];
  if (outputs.names.length > 0) {
    const last = lane.at(-1) ?? lane[0];
    const lastName = unit.findLast(({ stepId }) => stepId === last || isAfter(unit, last, stepId))?.stepId ?? last;
    const response = { body: outputs.toJsonTemplate() };
    const end: WorkflowStep = {
      stepId: endName,
      clientId: makeId(),
      type: 'EndStep',
      endStepScope: 'Workflow',
      response,
      nextStepId: null,
    };
    called.push(end);
    const at = called.findIndex(({ stepId }) => stepId === lastName);
    const before = called[at];
    if (before) called[at] = { ...before, nextStepId: endName };
  }
  const call = (workflowId: string): WorkflowStep => ({
    stepId: callName,
    clientId: makeId(),
    type: 'CallWorkflow',
    workflowId,
    inputType: 'Fields',
    inputFields: inputs.toInputFields(),
    nextStepId: null,
  });
  return {
    ok: true,
    extraction: {
      called,
      rest: (workflowId) => insertStep(others, place, call(workflowId)),
      callName,
      inputs: inputs.names,
      outputs: outputs.names,
    },
  };
}

function refuse(message: string): ExtractionResult {
  return { ok: false, message };
}

/** Whether a step is the paging loop that directly follows the lane's last operation. */
function isAfter(unit: readonly WorkflowStep[], last: string, stepId: string): boolean {
  return unit.some((step) => step.stepId === last && step.nextStepId === stepId);
}

function findObstacle(steps: readonly WorkflowStep[], unit: readonly WorkflowStep[]): string | null {
  const hidden = findHiddenSteps([...steps]);
  if (unit.some((step) => step.isHiddenFromCustomer || hidden.has(steps.find(({ stepId }) => stepId === step.stepId) ?? step))) {
    return 'Hidden steps can’t be extracted.';
  }
  for (const { stepId, type } of unit) {
    const reason = BOUND_TYPES[type];
    if (reason !== undefined) return `“${stepId}” can’t be extracted: ${reason}.`;
  }
  const inLoops = new Set(
    unit
      .filter(({ type }) => type === 'Loop')
      .flatMap(({ stepId }) => collectUnit(unit, stepId))
      .map(({ stepId }) => stepId),
  );
  const end = unit.find((step) => step.type === 'EndStep' && (step.endStepScope === 'Workflow' || !inLoops.has(step.stepId)));
  return end ? `“${end.stepId}” ends this workflow or a loop around it, so it can’t be extracted.` : null;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`;
  return free;
}

/** The fields of an object that carries values from one workflow to the other. */
class Fields {
  readonly #fields = new Map<string, { name: string; value: NamedValue }>();
  readonly #from: Omit<ReadInstead, 'field'>;

  constructor(from: Omit<ReadInstead, 'field'>) {
    this.#from = from;
  }

  get names(): string[] {
    return [...this.#fields.values()].map(({ name }) => name);
  }

  add(value: NamedValue): ReadInstead {
    const key = writeValue(value);
    const field = this.#fields.get(key) ?? { name: freeName(fieldName(value), new Set(this.names)), value };
    this.#fields.set(key, field);
    return { ...this.#from, field: field.name };
  }

  toInputFields(): { name: string; valueExpression: string }[] {
    return [...this.#fields.values()].map(({ name, value }) => ({ name, valueExpression: `$${writeValue(value)}` }));
  }

  /** A template whose result is JSON: outside of quotes, each value is written as JSON. */
  toJsonTemplate(): string {
    const members = [...this.#fields.values()].map(({ name, value }) => `  ${JSON.stringify(name)}: \${${writeValue(value)}}`);
    return `{\n${members.join(',\n')}\n}`;
  }
}

function writeValue(value: NamedValue): string {
  return value.root === 'Steps' ? `Steps[${JSON.stringify(value.step)}].${value.member}` : `${value.root}.${value.member}`;
}

/** `order lines` and `Response` become `orderLinesResponse`. */
function fieldName(value: NamedValue): string {
  const words = `${value.root === 'Steps' ? value.step : value.root} ${value.member}`.match(/[\p{L}\p{N}]+/gu) ?? [];
  const camel = words.map((word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1)).join('');
  return isIdentifier(camel) ? camel : `value${camel}`;
}
