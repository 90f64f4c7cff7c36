import { type WorkflowStep, workflowStepsSchema } from '@portage/workflow';

/** Steps that were copied in this tab: the menu cannot read the system's clipboard without asking. */
let kept: readonly WorkflowStep[] | null = null;

/** Remembers copied steps for the menu's Paste. */
export function keepCopied(steps: readonly WorkflowStep[]): void {
  kept = steps;
}

/** The last copy in this tab. */
export function lastCopied(): readonly WorkflowStep[] | null {
  return kept;
}

/** Steps as a text that other tabs and other workflows can take. */
export function textOfCopied(steps: readonly WorkflowStep[]): string {
  return JSON.stringify({ portageSteps: steps }, null, 2);
}

/** The steps in a text; null where it holds none. */
export function readCopied(text: string): WorkflowStep[] | null {
  if (!text.includes('portageSteps')) return null;
  try {
    const parsed = workflowStepsSchema.safeParse((JSON.parse(text) as { portageSteps?: unknown }).portageSteps);
    return parsed.success && parsed.data.length > 0 ? parsed.data : null;
  } catch {
    return null;
  }
}
