import type { TriggerType } from '../model/values.ts';
import type { StepValueName } from '../values/scope.ts';

/**
 * How a text of a step is read: as an expression (spec EXPR-02), as JavaScript, or not at all. An unused text is currently hidden by the
 * form: it is stored and renamed like the others, but its errors don't matter.
 */
export type StepTextKind = 'expression' | 'script' | 'unused';

/** Receives one text of a step and returns its replacement. */
export type VisitText = (text: string, kind: StepTextKind, field: string) => string;

/** Records a problem of one field; `field` is a path such as `conditionGroups[0].name`. */
export type Report = (field: string, message: string) => void;

export interface NewStepOptions {
  triggerType?: TriggerType;
  /** For a connector's step (spec EDIT-39). */
  connectorTypeId?: string;
  connectorId?: string;
  /** For an integration step (spec EDIT-38). */
  implementationType?: string;
  /** What a step does that is chosen with its action ("List orders"): its name. */
  action?: string;
}

/** What the model knows of a step type besides its schema; lists and checks derive from it. No schema library: pages load it. */
export interface StepDefinition<Step extends { type: string }> {
  /** Its name for people: "HTTP Request". */
  label: string;
  /** True if a step spends its time waiting for another system's response, including the database's. */
  waitsOutside: boolean;
  /** The fields of a new step, except its name and its place. */
  create(options: NewStepOptions, now: () => Date): Omit<Step, 'stepId' | 'clientId' | 'nextStepId'>;
  /** The step as it is stored, with its defaults written out. Omit it for a step type without defaults. */
  withDefaults?(step: Step): Step;
  /** Reports what is missing or out of bounds (spec STEP-09..105). */
  check(step: Step, report: Report): void;
  /** A copy of the step in which `visit` has seen, and may have replaced, every expression and script. */
  mapTexts(step: Step, visit: VisitText): Step;
  /** What later steps can read from it, most wanted first (docs/guide/expressions.md). */
  offers(step: Step): readonly StepValueName[];
}
