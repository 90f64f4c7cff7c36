import type { WorkflowStep } from '../step-types/workflow-step.ts';
import { diffValues } from './diff-values.ts';

/** Made by the server, of no interest to a reader. */
const LEFT_OUT = 'clientId';

/** One row of the change log (spec EDIT-26). */
export interface VersionChange {
  kind: 'Added' | 'Removed' | 'Changed';
  stepId: string;
  /** Path inside the step; empty for a whole step. */
  path: string;
  /** The Change column, e.g. `tell: url`. */
  change: string;
  value: unknown;
  oldValue: unknown;
}

/**
 * The differences between two versions. Steps match by `clientId` (otherwise by name), so a rename is one change; list order is ignored.
 * Below 30 levels, whole values are compared.
 *
 * @param previous steps of the previous version, or null for the first one, where every step is new.
 */
export function diffVersions(previous: readonly WorkflowStep[] | null, steps: readonly WorkflowStep[]): VersionChange[] {
  const before = new Map((previous ?? []).map((step) => [getIdentity(step), step]));
  const after = new Map(steps.map((step) => [getIdentity(step), step]));
  const changes: VersionChange[] = [];
  for (const [identity, step] of after) {
    const old = before.get(identity);
    if (!old) changes.push(wholeStep('Added', step));
    else {
      diffValues(old, step, (path, oldValue, value) => {
        if (path !== LEFT_OUT && !(isNothing(oldValue) && isNothing(value))) changes.push(inStep(step, path, oldValue, value));
      });
    }
  }
  for (const [identity, step] of before) if (!after.has(identity)) changes.push(wholeStep('Removed', step));
  return changes;
}

function getIdentity(step: WorkflowStep): string {
  return step.clientId ?? `name:${step.stepId}`;
}

function wholeStep(kind: 'Added' | 'Removed', step: WorkflowStep): VersionChange {
  const change = `Step "${step.stepId}" ${kind.toLowerCase()}`;
  return { kind, stepId: step.stepId, path: '', change, value: kind === 'Added' ? step : null, oldValue: kind === 'Added' ? null : step };
}

function inStep(step: WorkflowStep, path: string, oldValue: unknown, value: unknown): VersionChange {
  const kind = isNothing(oldValue) ? 'Added' : isNothing(value) ? 'Removed' : 'Changed';
  return { kind, stepId: step.stepId, path, change: `${step.stepId}: ${path}`, value: value ?? null, oldValue: oldValue ?? null };
}

/** Null, absent and (for a list) empty mean the same to a reader. */
function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
