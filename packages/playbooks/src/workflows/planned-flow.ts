import { RULE_PATHS } from '@portage/connectors/schema';
import { fillText, fillValue } from '../template/answer-places.ts';
import { findTemplateMappings } from '../template/known-mappings.ts';
import type { TemplateDefinition, TemplateWorkflow } from '../template/template-definition.ts';
import { pairOfStep } from '../wizard/pairs-of-applications.ts';
import { getStepKind } from '../wizard/step-kind.ts';
import { collectAnswers, findSchedule, findSetupStep } from '../wizard/wizard-answers.ts';
import type { Mapping, StepSchedule, Wizard, WizardStep } from '../wizard/wizard-step.ts';
import { asText, insideQuotes } from './expression-text.ts';
import { type Prices, priceText, withPrices } from './price-places.ts';

export interface FlowEnd {
  /** Key of the template's connector. */
  connector: string;
  entity: string;
  parameters: Record<string, unknown>;
}

/** Records that the main ones refer to; `dependencies` name records of earlier dependents. */
export interface PlannedDependentFlow {
  from: string;
  to: string;
  mappings: Mapping[];
  dependencies?: (Mapping & { entity: string })[];
  link: Mapping | null;
}

/** A price mapping that leaves the placeholders: a flow planned with it contains what all price levels share. */
export const UNFILLED_PRICES: Readonly<Record<string, string>> = { '{priceLevelId}': '{priceBookId}' };

/** What one workflow carries, with the answers filled in. */
export interface PlannedFlow {
  id: string;
  name: string;
  description: string;
  from: FlowEnd;
  to: FlowEnd;
  /** Null: none are known; the fields of both sides have to suggest some. */
  mappings: Mapping[] | null;
  dependents: PlannedDependentFlow[];
  conflictRule: TemplateWorkflow['conflictRule'];
  carriesDeletions: boolean;
  externalIdFields: string[];
  schedule: StepSchedule | null;
  runsAfterFinish: boolean;
}

/** The flows of a wizard, in the order in which their workflows are created. @param levelNames names of price levels by id */
export function plannedFlows(
  definition: TemplateDefinition,
  wizard: Pick<Wizard, 'steps'>,
  levelNames: ReadonlyMap<string, string> = new Map(),
): PlannedFlow[] {
  const planning: Planning = { definition, wizard, schedule: findSchedule(wizard) };
  const prices = Object.entries(findSetupStep(wizard)?.priceMapping ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const ofTemplate = definition.workflows.flatMap((workflow) =>
    workflow.isForEachPriceLevel
      ? prices.map(([priceLevelId, priceBookId]) =>
          ofPriceLevel(planning, workflow, { priceLevelId, priceBookId, levelName: levelNames.get(priceLevelId) ?? priceLevelId }),
        )
      : [ofWorkflow(planning, workflow)],
  );
  const ofSteps = wizard.steps.filter((step) => getStepKind(step) === 'flow').flatMap((step) => ofFlowStep(planning, step));
  return [...ofTemplate, ...ofSteps];
}

interface Planning {
  definition: TemplateDefinition;
  wizard: Pick<Wizard, 'steps'>;
  /** The playbook's schedule; a step may have its own. */
  schedule: StepSchedule | null;
}

function ofPriceLevel(planning: Planning, workflow: TemplateWorkflow, level: Prices & { levelName: string }): PlannedFlow {
  const flow = ofWorkflow(planning, workflow);
  const { levelName, ...prices } = level;
  const mapped = (mapping: Mapping) => ({ ...mapping, fromParameterExpression: priceText(mapping.fromParameterExpression, prices) });
  const end = ({ parameters, ...rest }: FlowEnd): FlowEnd => ({
    ...rest,
    parameters: withPrices(parameters, prices) as Record<string, unknown>,
  });
  return {
    ...flow,
    ...{ id: `${workflow.id}:${prices.priceLevelId}`, name: `${workflow.name} (${levelName})`, from: end(flow.from), to: end(flow.to) },
    mappings: flow.mappings?.map(mapped) ?? null,
    dependents: flow.dependents.map((dependent) => ({ ...dependent, mappings: dependent.mappings.map(mapped) })),
  };
}

function ofWorkflow({ definition, wizard, schedule }: Planning, workflow: TemplateWorkflow): PlannedFlow {
  const answers = collectAnswers(definition, wizard);
  const { id, name, description, from, to, conflictRule, carriesDeletions, externalIdFields, runsAfterFinish } = workflow;
  const known = findTemplateMappings(definition, from, to);
  const changed = findSetupStep(wizard)?.mappings?.[id];
  const written = workflow.mappings ?? (known ? [...known.mappings] : null);
  const mappings = withAdded(changed ?? written, changed ? pickRules(written ?? [], workflow, changed) : workflow.addMappings, answers);
  const end = ({ connector, entity, parameters }: TemplateWorkflow['from']): FlowEnd => ({
    ...{ connector, entity },
    parameters: withoutNulls(fillValue(parameters, answers) as Record<string, unknown>),
  });
  return {
    ...{ id, name, description, conflictRule, schedule, runsAfterFinish, mappings },
    carriesDeletions:
      typeof carriesDeletions === 'boolean' ? carriesDeletions : answers.get(carriesDeletions.answer) === carriesDeletions.equals,
    from: end(from),
    to: end(to),
    dependents: planDependents(definition, workflow, answers),
    externalIdFields: externalIdFields.length > 0 ? externalIdFields : [...(known?.externalIdFields ?? [])],
  };
}

/** Known links of a pair, besides those in the template. */
function planDependents(
  definition: TemplateDefinition,
  workflow: TemplateWorkflow,
  answers: ReadonlyMap<string, string>,
): PlannedDependentFlow[] {
  const { from, to } = workflow;
  const links = workflow.mappings ? [] : (findTemplateMappings(definition, from, to)?.dependencies ?? []);
  const linkTo = (entity: string) => {
    const link = links.find((one) => one.entity === entity);
    return link ? { fromParameterExpression: link.fromParameterExpression, toParameterPath: link.toParameterPath } : null;
  };
  const written = workflow.dependents.map((dependent) => {
    const sides = [
      { connector: from.connector, entity: dependent.from },
      { connector: to.connector, entity: dependent.to },
    ] as const;
    const pair = dependent.mappings ? null : findTemplateMappings(definition, ...sides);
    const known = dependent.mappings ?? pair?.mappings ?? [];
    const dependencies = [...(pair?.dependencies ?? [])];
    const link = dependent.link ?? linkTo(dependent.from);
    return {
      ...{ from: dependent.from, to: dependent.to },
      mappings: withAdded([...known], dependent.addMappings, answers) ?? [],
      ...(dependencies.length > 0 ? { dependencies } : {}),
      link: link && filled(link, answers),
    };
  });
  // Records of another workflow's flow: only their ids are needed.
  const linked = links.filter(({ toParameterPath }) => !written.some(({ link }) => link?.toParameterPath === toParameterPath));
  const others = linked.map(({ entity, fromParameterExpression, toParameterPath }) => ({
    ...{ from: entity, to: entity, mappings: [] },
    link: { fromParameterExpression, toParameterPath },
  }));
  return [...written, ...others];
}

function ofFlowStep({ definition, schedule }: Planning, step: WizardStep): PlannedFlow[] {
  const { applications, connectors } = definition;
  const pair = applications && pairOfStep(applications, step);
  const [source, target] = connectors;
  if (!pair || !source || !target) return [];
  const values = step.integrationFlowAdditionalData ?? {};
  const parametersOf = (key: string) =>
    Object.fromEntries(
      pair.additionalFields.flatMap(({ name, connector }) => (connector === key && values[name] ? [[name, values[name]]] : [])),
    );
  const ends: [FlowEnd, FlowEnd] = [
    { connector: source.key, entity: pair.sourceEntity, parameters: parametersOf(source.key) },
    { connector: target.key, entity: pair.targetEntity, parameters: parametersOf(target.key) },
  ];
  const isForward = step.integrationFlowDirectionType !== 'TargetToSource';
  const [from, to] = isForward ? ends : [ends[1], ends[0]];
  const known = findTemplateMappings(definition, from, to);
  return [
    {
      ...{ id: step.id, name: step.name, description: `${definition.name}: ${step.name}`, from, to },
      mappings: step.mappings?.[step.id] ?? (known ? [...known.mappings] : null),
      dependents: (known?.dependencies ?? []).map(({ entity, fromParameterExpression, toParameterPath }) => ({
        ...{ from: entity, to: entity, mappings: [] },
        link: { fromParameterExpression, toParameterPath },
      })),
      ...{ conflictRule: 'SourceWins', carriesDeletions: false },
      // They are fields of the template's target, so they are filled only when the target is written.
      externalIdFields: isForward ? (step.targetEntityExternalIdFields ?? []) : [...(known?.externalIdFields ?? [])],
      ...{ schedule: step.schedule ?? schedule, runsAfterFinish: true },
    },
  ];
}

/** Rules that leave records out aren't fields that a person maps: they stay when the mappings are changed. */
function pickRules(written: readonly Mapping[], { addMappings }: TemplateWorkflow, changed: readonly Mapping[]): Record<string, string> {
  const known = written.map(({ toParameterPath, fromParameterExpression }) => [toParameterPath, fromParameterExpression] as const);
  const isChanged = (path: string) => changed.some(({ toParameterPath }) => toParameterPath === path);
  return Object.fromEntries([...known, ...Object.entries(addMappings)].filter(([path]) => RULE_PATHS.includes(path) && !isChanged(path)));
}

/** Added mappings replace those with the same target; a mapping whose answer is missing is left out. */
function withAdded(
  mappings: readonly Mapping[] | null,
  added: Readonly<Record<string, string>>,
  answers: ReadonlyMap<string, string>,
): Mapping[] | null {
  const more = Object.entries(added).map(([toParameterPath, fromParameterExpression]) => ({ fromParameterExpression, toParameterPath }));
  if (mappings === null && more.length === 0) return null;
  const kept = (mappings ?? []).filter(({ toParameterPath }) => !Object.hasOwn(added, toParameterPath));
  return [...kept, ...more].flatMap((mapping) => filled(mapping, answers) ?? []);
}

function filled(mapping: Mapping, answers: ReadonlyMap<string, string>): Mapping | null {
  const isFormula = mapping.fromParameterExpression.includes('${');
  const text = fillText(mapping.fromParameterExpression, answers, isFormula ? insideQuotes : asText);
  return text === null ? null : { ...mapping, fromParameterExpression: text };
}

function withoutNulls(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
