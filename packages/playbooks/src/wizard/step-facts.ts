import type { WorkflowStep } from '@portage/workflow';

/** What a save has to know of the outside. */
export interface StepFacts {
  /** When the step is saved: the answer of a start that says “now”. */
  now?: Date;
  /** The person's, for a schedule that names none. */
  timeZone?: string | undefined;
  /** The connector that the step names, where the person may use it; null: they may not, or it is gone. */
  connector?: { id: string; name: string; connectorTypeId: string; isWorking: boolean; message: string } | null;
  /** Ids of the records that questions of the kind `found` look for; null: there is no such record. */
  found?: ReadonlyMap<string, string | null>;
  /** What the systems offer for questions of the kind `choice` whose answer is another one now. */
  choices?: ReadonlyMap<string, readonly string[]>;
  priceLists?: { levelIds: readonly string[]; bookIds: readonly string[] };
  /** Steps of workflow templates, with the chosen connectors in them. */
  workflowSteps?: readonly WorkflowStep[];
  /** The steps that the person sees: the others ask nothing. */
  shownSteps?: readonly WorkflowStep[];
  /** What the systems' documents say of the shown steps, as they are written now. */
  stepProblems?: readonly { stepId: string; message: string }[];
}

/** A written step, looked at. */
export interface CheckedStep<Step> {
  /** What of it can be kept. */
  step: Step;
  /** Why the step is not complete; null: it is. */
  problem: string | null;
}
