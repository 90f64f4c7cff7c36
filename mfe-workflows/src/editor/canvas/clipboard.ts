import { type WorkflowStep, workflowStepsSchema } from '@portage/workflow';

/** Steps on the clipboard: those of one lane with what belongs to them, the first one first. */
export interface CopiedSteps {
  steps: readonly WorkflowStep[];
  /** Of the workflow that they come from; in another one its own trigger takes its place. */
  triggerName?: string | undefined;
}

/** Steps that were copied in this tab: the menu cannot read the system's clipboard without asking. */
let kept: CopiedSteps | null = null;

/** Remembers copied steps for the menu's Paste. */
export function keepCopied(copied: CopiedSteps): void {
  kept = copied;
}

/** The last copy in this tab. */
export function lastCopied(): CopiedSteps | null {
  return kept;
}

/** Steps as a text that other tabs and other workflows can take. */
export function textOfCopied({ steps, triggerName }: CopiedSteps): string {
  return JSON.stringify({ portageSteps: steps, trigger: triggerName }, null, 2);
}

/** The steps in a text; null where it holds none. */
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
