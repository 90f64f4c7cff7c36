import type { WorkflowStep } from '@portage/workflow';
import { scriptReferences } from './script-references.ts';

const cachedNeeds = new WeakMap<WorkflowStep, boolean>();

/** Whether a step may read `$Data`, so only runs that need it ask PostgreSQL (decided once per step). */
export function needsData(step: WorkflowStep): boolean {
  let needs = cachedNeeds.get(step);
  if (needs === undefined) {
    needs = judge(step);
    cachedNeeds.set(step, needs);
  }
  return needs;
}

function judge(step: WorkflowStep): boolean {
  // An update or removal goes to the scope that has the key.
  if (step.type === 'DataStorage' && step.dataStorageOperation !== 'Create') return true;
  if (step.type === 'CustomScript') return scriptReferences(step.script).readsData;
  if (step.type === 'Branch' && step.conditionGroups.some((group) => group.useScript && scriptReferences(group.script ?? '').readsData)) {
    return true;
  }
  return /\bData\b/.test(JSON.stringify({ ...step, description: null }));
}
