import type { EmptyHandling, SchedulePeriod, SyncDirection } from '@portage/workflow';

/** Spec PB-16: answers that are fields of a step, and not entries of `answers`. */
export const pairAnswerNames = [
  'swapcardEventId',
  'salesforceCampaignId',
  'locationId',
  'shopifyPaymentMethodId',
  'shopifyAdjustmentProductVariantId',
  'mboShopifyPaymentMethodId',
  'mboShopifyAdjustmentProductId',
  'mboShopifyAdjustmentPaymentMethodId',
  'mboLocationId',
  'shopifyLocationId',
] as const;
type PairAnswerName = (typeof pairAnswerNames)[number];

export interface Mapping extends EmptyHandling {
  fromParameterExpression: string;
  toParameterPath: string;
}

/** When a workflow of the playbook starts (spec PB-15, STEP-26). */
export interface StepSchedule {
  frequency: number | null;
  period: SchedulePeriod | null;
  startAt: string | null;
  /** The clock for its days, weeks, months and years; absent: UTC. */
  timeZone?: string | undefined;
}

/** The connector and operation for a step of a workflow (spec PB-21). */
export interface StepIntegration {
  stepId: string;
  connectorId: string | null;
  operationId: string | null;
  parameterMappings: Mapping[];
}

/** The system's name for each choice when it was made, by the name of the question or additional field. */
type ChosenNames = Record<string, { value: string; name: string }>;

/** What a person fills in; absent: not yet. */
export type StepAnswers = {
  connectorId?: string | null | undefined;
  stepIntegrations?: StepIntegration[] | undefined;
  schedule?: StepSchedule | null | undefined;
  integrationFlowDirectionType?: SyncDirection | null | undefined;
  flowEntitiesToSync?: { source: string | null; target: string | null } | null | undefined;
  integrationFlowAdditionalData?: Record<string, string | null> | null | undefined;
  targetEntityExternalIdFields?: string[] | null | undefined;
  answers?: Record<string, string | null> | undefined;
  chosenNames?: ChosenNames | undefined;
  priceMapping?: Record<string, string | null> | null | undefined;
  mappings?: Record<string, Mapping[]> | undefined;
} & { [Name in PairAnswerName]?: string | null | undefined };

/** A step of a wizard, with its saved answers (spec PB-15..19). */
export interface WizardStep extends StepAnswers {
  id: string;
  name: string;
  position: number;
  isActive: boolean;
  type: string;
  connectorTypeId: string | null;
  workflowTemplateId: string | null;
  /** Grows with each change of the answers, so that an older page doesn't overwrite newer ones; absent: none was saved. */
  version?: number | undefined;
}

/** Spec PB-14, without its owner. */
export interface Wizard {
  steps: WizardStep[];
  /** Index of the person's current step. */
  activeStep: number;
  /** Every step is complete, and the last one was saved. */
  isFinished: boolean;
  type: 'Default' | 'IntegrationApplication';
}

function isPairAnswer(name: string): name is PairAnswerName {
  return (pairAnswerNames as readonly string[]).includes(name);
}

/** Null: no answer. Undefined: the step doesn't include it. */
export function getWrittenAnswer(step: StepAnswers, name: string): string | null | undefined {
  if (isPairAnswer(name)) return step[name];
  return step.answers && Object.hasOwn(step.answers, name) ? step.answers[name] : undefined;
}

export function withAnswer<Step extends StepAnswers>(step: Step, name: string, value: string | null): Step {
  if (isPairAnswer(name)) return { ...step, [name]: value };
  return { ...step, answers: { ...step.answers, [name]: value } };
}

/** A step with the names of its current choices: the name of a previous one would be wrong. */
export function withChosenNames(step: WizardStep, names: ChosenNames | undefined): WizardStep {
  const { chosenNames: _, ...rest } = step;
  const fitting = Object.entries(names ?? {}).filter(([name, { value }]) => value === findChoice(step, name));
  return fitting.length === 0 ? rest : { ...rest, chosenNames: Object.fromEntries(fitting) };
}

function findChoice(step: StepAnswers, name: string): string | null | undefined {
  const additional = step.integrationFlowAdditionalData ?? {};
  return getWrittenAnswer(step, name) ?? (Object.hasOwn(additional, name) ? additional[name] : undefined);
}
