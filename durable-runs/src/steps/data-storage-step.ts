import { HOUR_MS } from '@portage/primitives/durations';
import { type DataStorageStep, evaluateExpression, forbiddenNames, workflowLimits } from '@portage/workflow';
import { failed, type StepContext, type StepHandler } from './step-handler.ts';

/**
 * Spec ENG-19, STEP-73, 74. Create writes into the scope it names; Update writes where the key already is; Delete removes
 * it from there, and a key that is nowhere is deleted already. An Update of the scope Workflow works on the value that is there
 * then, whatever other runs do, and a write that is repeated after a crash is made once.
 */
export const dataStorageStep: StepHandler<DataStorageStep> = {
  actsOutside: (step) => step.dataStorageOperation !== 'Create' || step.scope === 'Workflow',
  async run(step, context) {
    const written: { key: string; value?: unknown }[] = [];
    for (const { key, valueExpression } of step.keyValues) {
      if (key === '' || forbiddenNames.includes(key)) return failed(`"${key}" cannot be the name of a stored value.`);
      if (step.dataStorageOperation === 'Delete') {
        await remove(key, context);
        written.push({ key });
        continue;
      }
      const evaluate = () => evaluateExpression(valueExpression ?? '', context.scope);
      const { value, missing } = await write(key, evaluate, step, context);
      if (missing) return failed(`There is no stored value "${key}" to update.`);
      written.push({ key, value });
    }
    const { dataStorageOperation: operation, scope } = step;
    return { outcome: { kind: 'succeeded' }, detail: { request: { operation, scope: scope ?? null, keyValues: written } } };
  },
  describe: (_step, _values, detail) => ({ request: detail.request }),
};

/** Writes a value into its scope. @returns the value; `missing` if there was none to update */
async function write(
  key: string,
  evaluate: () => unknown,
  step: DataStorageStep,
  { data, nowMs }: StepContext,
): Promise<{ value?: unknown; missing?: true }> {
  const expiresAt = expiresAtMs(step, nowMs);
  if (step.dataStorageOperation === 'Create') {
    const value = evaluate();
    if (step.scope === 'Workflow') await data.setInWorkflow(key, value, expiresAt);
    else data.setInRun(key, value);
    return { value };
  }
  if (data.scopeOf(key) === 'CurrentRun') {
    const value = evaluate();
    data.setInRun(key, value);
    return { value };
  }
  return (await data.updateInWorkflow(key, evaluate, expiresAt)) ?? { missing: true };
}

async function remove(key: string, context: StepContext): Promise<void> {
  const scope = context.data.scopeOf(key);
  if (scope === 'CurrentRun') context.data.removeFromRun(key);
  // Also what another run has put there since this one read the data.
  else await context.data.removeFromWorkflow(key);
}

/** Null: a new value does not expire, an old one when it would have. Spec STEP-80 bounds the hours. */
function expiresAtMs({ expirationInHours }: DataStorageStep, nowMs: number): number | null {
  if (expirationInHours === null || expirationInHours === undefined) return null;
  const { min, max } = workflowLimits.expirationHours;
  return nowMs + Math.min(max, Math.max(min, expirationInHours)) * HOUR_MS;
}
