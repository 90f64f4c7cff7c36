import { getStepDefinition } from './registry.ts';
import type { WorkflowStep } from './workflow-step.ts';

export interface NormalizeSettings {
  /** Makes a new id, e.g. `crypto.randomUUID`. */
  makeId: () => string;
}

/**
 * Steps as they are stored: each has its own `clientId`, defaults are written out, the HTTP method is in capitals. Texts, unknown pointers
 * and blank fields stay unchanged. Normalizing twice changes nothing more.
 *
 * @param steps parsed steps; not changed.
 * @returns new steps in the same order (spec STEP-50, 54, 72, 73, 80..83, 90, 94, 95).
 */
export function normalizeSteps(steps: readonly WorkflowStep[], { makeId }: NormalizeSettings): WorkflowStep[] {
  const seen = new Set<string>();
  return steps.map((step) => {
    // A copied step may still have its original's id.
    const clientId = step.clientId && !seen.has(step.clientId) ? step.clientId : makeId();
    seen.add(clientId);
    const stored: WorkflowStep = { ...step, clientId, nextStepId: step.nextStepId ?? null };
    return getStepDefinition(stored).withDefaults?.(stored) ?? stored;
  });
}
