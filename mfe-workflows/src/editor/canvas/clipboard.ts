import { type WorkflowStep, workflowStepsSchema } from '@portage/workflow';

/** Steps on the clipboard: a lane's steps in order, with the steps inside them. */
export interface CopiedSteps {
  steps: readonly WorkflowStep[];
  /** The trigger's name in the original workflow; in another workflow, its own trigger replaces it. */
  triggerName?: string | undefined;
}

/** For the menu's Paste, which can't read the system's clipboard without permission. */
let copiedSteps: CopiedSteps | null = null;

export function keepCopied(copied: CopiedSteps): void {
  copiedSteps = copied;
}

export function lastCopied(): CopiedSteps | null {
  return copiedSteps;
}

/** Writes steps as a text that other tabs and workflows can paste. */
export function textOfCopied({ steps, triggerName }: CopiedSteps): string {
  return JSON.stringify({ portageSteps: steps, trigger: triggerName }, null, 2);
}

/** The steps in a text; null if it has none. */
export function readCopied(text: string): CopiedSteps | null {
  if (!text.includes('portageSteps')) return null;
  try {
    const { portageSteps, trigger } = JSON.parse(text) as { portageSteps?: unknown; trigger?: unknown };
    const parsed = workflowStepsSchema.safeParse(portageSteps);
    if (!parsed.success || parsed.data.length === 0) return null;
    return { steps: parsed.data, triggerName: typeof trigger === 'string' ? trigger : undefined };
  } catch {
    return null;
  }
}
