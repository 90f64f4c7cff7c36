import { type WorkflowStep, workflowStepsSchema } from '@portage/workflow';

/** Steps on the clipboard: a lane's steps in order, with the steps inside them. */
export interface CopiedSteps {
  steps: readonly WorkflowStep[];
  /** The trigger's name in the original workflow; in another workflow, its own trigger replaces it. */
  triggerName?: string | undefined;
}

/** Steps that were copied in this tab: the menu can't read the system's clipboard without permission. */
let copiedSteps: CopiedSteps | null = null;

/** Remembers copied steps for the menu's Paste. */
export function keepCopied(copied: CopiedSteps): void {
  copiedSteps = copied;
}

/** The last copy in this tab. */
export function lastCopied(): CopiedSteps | null {
  return copiedSteps;
}

/** Steps as a text that can be pasted in other tabs and workflows. */
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
