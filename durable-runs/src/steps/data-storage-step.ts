import { HOUR_MS } from '@portage/primitives/durations';
import {
  addDecimals,
  type DataStorageStep,
  decimalArgument,
  decimalText,
  equalValues,
  evaluateExpression,
  evaluateName,
  forbiddenNames,
  isSecretName,
  workflowLimits,
} from '@portage/workflow';
import { failed, type StepContext, type StepHandler } from '../step-context/step-handler.ts';

type Row = DataStorageStep['keyValues'][number];

/** Why a row can't be written, in words for a person. */
class RowFault extends Error {}

const QUOTED_LENGTH = 60;

/**
 * Spec ENG-19, STEP-73, 74. Create writes into the scope it names. The other operations work where the key already exists. In the scope
 * Workflow they change the value that is stored at that moment, whatever other runs do, and a write repeated after a crash takes effect
 * once. Add, Append and SetIf create a missing value in the scope Workflow.
 */
export const dataStorageStep: StepHandler<DataStorageStep> = {
  actsOutside: (step) => step.dataStorageOperation !== 'Create' || step.scope === 'Workflow',
  async run(step, context) {
    const written: { key: string; value?: unknown }[] = [];
    try {
      for (const row of step.keyValues) {
        const key = evaluateKey(row.key, context);
        if (step.dataStorageOperation === 'Delete') {
          await remove(key, context);
          written.push({ key });
        } else {
          written.push({ key, value: await write(key, row, step, context) });
        }
      }
    } catch (fault) {
      if (fault instanceof RowFault) return failed(fault.message);
      throw fault;
    }
    const { dataStorageOperation: operation, scope } = step;
    return { outcome: { kind: 'succeeded' }, detail: { request: { operation, scope: scope ?? null, keyValues: written } } };
  },
  describe: (_step, _values, detail) => ({ request: detail.request }),
};

/** A key is text: a missing value or a list in it would mix up the values of different records. */
function evaluateKey(expression: string, { scope }: StepContext): string {
  const key = evaluateName(expression, scope);
  if (key === null) throw new RowFault(`The key "${expression}" doesn’t evaluate to text, so nothing was stored under it.`);
  if (key.trim() === '') throw new RowFault(`The key "${expression}" is empty, so nothing was stored under it.`);
  if (forbiddenNames.includes(key)) throw new RowFault(`"${key}" cannot be the name of a stored value.`);
  if (key.length > workflowLimits.nameLength)
    throw new RowFault(`A key may have ${workflowLimits.nameLength} characters; this one has ${key.length}.`);
  // PostgreSQL can store neither.
  if (key.includes('\u0000') || !key.isWellFormed()) throw new RowFault('This key contains characters that cannot be stored.');
  return key;
}

/** Writes a value into its scope and returns it. @throws RowFault */
async function write(key: string, row: Row, step: DataStorageStep, context: StepContext): Promise<unknown> {
  const { data, nowMs } = context;
  const expiresAt = expiresAtMs(step, nowMs);
  const change = (present: unknown) => changedValue(key, present, row, step, context);
  if (step.dataStorageOperation === 'Create' && step.scope === 'Workflow') {
    const value = change(undefined);
    await data.setInWorkflow(key, value, expiresAt);
    return value;
  }
  if (step.dataStorageOperation === 'Create' || data.scopeOf(key) === 'CurrentRun') {
    const value = change(context.scope.data[key]);
    data.setInRun(key, value);
    return value;
  }
  const isCreated = step.dataStorageOperation === 'Update' ? 'never' : 'if missing';
  const updated = await data.updateInWorkflow(key, change, expiresAt, isCreated);
  if (!updated) throw new RowFault(`There is no stored value "${key}" to update.`);
  return updated.value;
}

/** @param present undefined: nothing is stored under the key */
function changedValue(key: string, present: unknown, row: Row, { dataStorageOperation }: DataStorageStep, { scope }: StepContext): unknown {
  const value = evaluateExpression(row.valueExpression ?? '', scope);
  switch (dataStorageOperation) {
    case 'Create':
    case 'Update':
    case 'Delete':
      return value;
    case 'Add':
      return computeSum(key, present ?? 0, value);
    case 'Append':
      if (present !== undefined && present !== null && !Array.isArray(present))
        throw new RowFault(`The stored value "${key}" is not a list, so nothing could be appended.`);
      return [...(present ?? []), value];
    case 'SetIf': {
      const expected = row.expectedExpression?.trim() ? evaluateExpression(row.expectedExpression, scope) : null;
      if (equalValues(present ?? null, expected)) return value;
      throw new RowFault(`The stored value "${key}" is ${quoted(key, present)}, not ${quoted(key, expected)}, so it was not changed.`);
    }
    default:
      return dataStorageOperation satisfies never;
  }
}

/** As exact as the formula `add`; returns a number if both are numbers. */
function computeSum(key: string, present: unknown, more: unknown): number | string {
  let sum: string;
  try {
    sum = decimalText(addDecimals(decimalArgument(present), decimalArgument(more)));
  } catch {
    throw new RowFault(
      `${quoted(key, more)} cannot be added to the stored value "${key}" (${quoted(key, present)}): both must be numbers.`,
    );
  }
  const isNumber = typeof present === 'number' && typeof more === 'number' && String(Number(sum)) === sum;
  return isNumber ? Number(sum) : sum;
}

/** Messages reach lists and mails: they quote no secret. */
function quoted(key: string, value: unknown): string {
  if (value === undefined || value === null) return 'empty';
  if (isSecretName(key, 'member')) return '[secret]';
  const text = JSON.stringify(value);
  return text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH).toWellFormed()}…` : text;
}

async function remove(key: string, context: StepContext): Promise<void> {
  const scope = context.data.scopeOf(key);
  if (scope === 'CurrentRun') context.data.removeFromRun(key);
  // Also removes what another run has stored there since this run read the data.
  else await context.data.removeFromWorkflow(key);
}

/** Null: a new value does not expire, and an old one keeps its expiry. Spec STEP-80 limits the hours. */
function expiresAtMs({ expirationInHours }: DataStorageStep, nowMs: number): number | null {
  if (expirationInHours === null || expirationInHours === undefined) return null;
  const { min, max } = workflowLimits.expirationHours;
  return nowMs + Math.min(max, Math.max(min, expirationInHours)) * HOUR_MS;
}
