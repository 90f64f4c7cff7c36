import type { WorkflowStep } from '@portage/workflow';

/** External facts that a save needs. */
export interface StepFacts {
  /** When the step is saved: the value of a start that says “now”. */
  now?: Date;
  /** The person's, for a schedule without one. */
  timeZone?: string | undefined;
  /** The connector that the step names, if the person may use it; null: they may not, or it is gone. */
  connector?: { id: string; name: string; connectorTypeId: string; isWorking: boolean; message: string } | null;
  /** Ids of the records found for questions of the kind `found`; null: there is no such record. */
  found?: ReadonlyMap<string, string | null>;
  /** The systems' options for questions of the kind `choice` whose answer changed. */
  choices?: ReadonlyMap<string, readonly string[]>;
  priceLists?: { levelIds: readonly string[]; bookIds: readonly string[] };
  /** Steps of workflow templates, with the chosen connectors in them. */
  workflowSteps?: readonly WorkflowStep[];
  /** The steps that the person sees: the others ask nothing. */
  shownSteps?: readonly WorkflowStep[];
  /** Problems that the systems' documents show in the visible steps, as they are written now. */
  stepProblems?: readonly { stepId: string; message: string }[];
}

export interface CheckedStep<Step> {
  /** The step with its valid answers. */
  step: Step;
  /** Why the step is incomplete; null: it is complete. */
  problem: string | null;
}
