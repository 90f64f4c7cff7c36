import { type DataStorageStep, evaluateExpression, forbiddenNames, workflowLimits } from '@portage/workflow';
import { failed, type StepContext, type StepHandler } from './step-handler.ts';

/**
 * Spec ENG-19, STEP-73, 74. Create writes into the scope it names; Update writes where the key already is; Delete removes
 * it from there, and a key that is nowhere is deleted already. A repeated write after a crash gives the same value.
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
      const value = evaluateExpression(valueExpression ?? '', context.scope);
      const scope = step.dataStorageOperation === 'Create' ? (step.scope ?? 'CurrentRun') : context.data.scopeOf(key);
      if (scope === null) return failed(`There is no stored value "${key}" to update.`);
      if (scope === 'CurrentRun') context.data.setInRun(key, value);
      else await context.data.setInWorkflow(key, value, expiresAtMs(step, context.nowMs));
      written.push({ key, value });
    }
    const { dataStorageOperation: operation, scope } = step;
    return { outcome: { kind: 'succeeded' }, detail: { request: { operation, scope: scope ?? null, keyValues: written } } };
  },
  describe: (_step, _values, detail) => ({ request: detail.request }),
};

async function remove(key: string, context: StepContext): Promise<void> {
  const scope = context.data.scopeOf(key);
  if (scope === 'CurrentRun') context.data.removeFromRun(key);
  else if (scope === 'Workflow') await context.data.removeFromWorkflow(key);
}

/** Null: the value does not expire. Spec STEP-80 bounds the hours. */
function expiresAtMs({ expirationInHours }: DataStorageStep, nowMs: number): number | null {
  if (expirationInHours === null || expirationInHours === undefined) return null;
  const { min, max } = workflowLimits.expirationHours;
  return nowMs + Math.min(max, Math.max(min, expirationInHours)) * 3_600_000;
}
