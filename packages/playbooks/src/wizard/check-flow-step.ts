import type { TemplateApplications } from '../template/template-definition.ts';
import { getDefaultAnswer, isWhen, normalizeAnswer } from './check-setup-step.ts';
import { flowStepName } from './flow-step-name.ts';
import { offeredExternalIds } from './offered-external-ids.ts';
import { type ApplicationPair, availablePairs, pairOfStep } from './pairs-of-applications.ts';
import type { CheckedStep, StepFacts } from './step-facts.ts';
import {
  DIRECTION_UNSELECTED,
  ENTITIES_UNSELECTED,
  EXTERNAL_IDS_UNSELECTED,
  NO_FIELDS,
  notADay,
  notANumber,
  unknownFieldType,
} from './step-texts.ts';
import type { StepAnswers, WizardStep } from './wizard-step.ts';

/** A template names a field type that doesn't exist (STEP-110). */
export class UnknownFieldTypeError extends Error {
  override readonly name = 'UnknownFieldTypeError';

  constructor(type: string) {
    super(unknownFieldType(type));
  }
}

type AdditionalField = ApplicationPair['additionalFields'][number];

/** Checks one integration of an integration application (PB-47..52). @throws UnknownFieldTypeError */
export function checkFlowStep(
  applications: TemplateApplications,
  steps: readonly WizardStep[],
  before: WizardStep,
  written: StepAnswers,
  facts: StepFacts,
): CheckedStep<WizardStep> {
  const step = { ...before, ...chosen(before, written) };
  const pair = pairOfStep(applications, step);
  const direction = step.integrationFlowDirectionType ?? null;
  // Another step may use the pair, or the template may not offer it: none of it is stored then.
  const isOffered = pair !== null && direction !== null && availablePairs(applications, steps, direction, step.id).includes(pair);
  if (!isOffered) {
    const without = { ...step, flowEntitiesToSync: null, integrationFlowAdditionalData: null, targetEntityExternalIdFields: null };
    const problem = direction === null ? DIRECTION_UNSELECTED : ENTITIES_UNSELECTED;
    return { step: named(applications, without), problem };
  }
  const fields = [...pair.additionalFields].sort((one, other) => one.order - other.order);
  const additional = checkAdditional(fields, before, step, facts);
  const offered = offeredExternalIds(pair, direction).map(({ path }) => path);
  const externalIds = (step.targetEntityExternalIdFields ?? []).filter((path) => offered.includes(path));
  const externalProblem = offered.length > 0 && externalIds.length === 0 ? EXTERNAL_IDS_UNSELECTED : null;
  return {
    step: named(applications, {
      ...step,
      integrationFlowAdditionalData: additional.values,
      targetEntityExternalIdFields: externalIds,
    }),
    problem: fields.length === 0 ? NO_FIELDS : (additional.problem ?? externalProblem),
  };
}

/** The sent answers merged over the stored ones. A different pair starts without the previous one's answers (PB-43). */
function chosen(before: WizardStep, written: StepAnswers): StepAnswers {
  const { schedule, mappings } = written;
  const flow = {
    integrationFlowDirectionType: written.integrationFlowDirectionType ?? before.integrationFlowDirectionType ?? null,
    flowEntitiesToSync: written.flowEntitiesToSync === undefined ? before.flowEntitiesToSync : written.flowEntitiesToSync,
  };
  const isSame =
    flow.integrationFlowDirectionType === before.integrationFlowDirectionType &&
    flow.flowEntitiesToSync?.source === before.flowEntitiesToSync?.source &&
    flow.flowEntitiesToSync?.target === before.flowEntitiesToSync?.target;
  const kept = isSame ? before : null;
  return {
    ...flow,
    integrationFlowAdditionalData: written.integrationFlowAdditionalData ?? kept?.integrationFlowAdditionalData ?? null,
    targetEntityExternalIdFields: written.targetEntityExternalIdFields ?? kept?.targetEntityExternalIdFields ?? null,
    mappings: ownMappings(before, mappings ?? kept?.mappings),
    ...(schedule === undefined ? {} : { schedule }),
  };
}

/** A flow's mappings are stored under its step's id, like its workflow. */
function ownMappings({ id }: WizardStep, mappings: StepAnswers['mappings']): NonNullable<StepAnswers['mappings']> {
  const own = mappings?.[id];
  return own ? { [id]: own } : {};
}

function checkAdditional(fields: readonly AdditionalField[], before: WizardStep, step: StepAnswers, facts: StepFacts) {
  const written = step.integrationFlowAdditionalData ?? {};
  // A flow that was set up before the start question existed carries everything.
  const wasAsked = (name: string) => !before.integrationFlowAdditionalData || Object.hasOwn(before.integrationFlowAdditionalData, name);
  const values: Record<string, string | null> = {};
  let problem: string | null = null;
  for (const field of fields) {
    const given = (Object.hasOwn(written, field.name) ? written[field.name] : null)?.trim() || null;
    const value = field.format === undefined ? given : resolveMoment(field.format, given, wasAsked(field.name), facts);
    const flaw = findFlaw(field, value);
    values[field.name] = flaw === null ? value : null;
    problem ??= flaw ?? (value === null && field.isRequired ? missing(field) : null);
  }
  return { values, problem };
}

/** A moment or a day as it is stored: now unless the person picks another one. */
function resolveMoment(kind: 'start' | 'date', given: string | null, wasAsked: boolean, facts: StepFacts): string | null {
  if (given !== null) return normalizeAnswer({ kind }, given, facts);
  return wasAsked ? getDefaultAnswer({ kind, default: 'now' }, facts) : null;
}

/** @throws UnknownFieldTypeError */
function findFlaw({ type, title, format }: AdditionalField, value: string | null): string | null {
  switch (type) {
    case 'string':
      return value === null || format === undefined || isWhen(format, value) ? null : notADay(title);
    case 'custom':
      return null;
    case 'number':
      return value === null || Number.isFinite(Number(value)) ? null : notANumber(title);
    default:
      throw new UnknownFieldTypeError(type);
  }
}

function missing({ type, title }: AdditionalField): string {
  return type === 'custom' ? `Please select ${title}` : `Please enter ${title}`;
}

function named(applications: TemplateApplications, step: WizardStep): WizardStep {
  const { source = null, target = null } = step.flowEntitiesToSync ?? {};
  const direction = step.integrationFlowDirectionType ?? null;
  return { ...step, name: flowStepName(applications.entityTitles, { direction, source, target }) };
}
