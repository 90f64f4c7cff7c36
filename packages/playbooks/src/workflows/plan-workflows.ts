import type { Schedule, WorkflowStep } from '@portage/workflow';
import type { TemplateDefinition } from '../template/template-definition.ts';
import { withStepIntegrations } from '../wizard/check-integrations-step.ts';
import { stepsWithConnectors } from '../wizard/steps-with-connectors.ts';
import { collectConnectorIds } from '../wizard/wizard-answers.ts';
import type { Mapping, StepSchedule, Wizard } from '../wizard/wizard-step.ts';
import { type PlannedFlow, plannedFlows } from './planned-flow.ts';
import type { PlannedDependent, PlannedIntegration, PlannedSide, PlannedWorkflow } from './planned-workflow.ts';

const TRIGGER = 'Schedule';
const SYNC = 'Sync';
/** Spec CPB-14: a sync starts within ten minutes. */
const USUAL_SCHEDULE = { frequency: 10, period: 'Minute' } as const;

export interface PlanFacts {
  /** Types of the chosen connectors by connector id. */
  connectorTypes: ReadonlyMap<string, string>;
  /** When workflows that don't run at once run first. */
  laterAt: string;
  /** The integration step's type: the pair's own, or `Integration`. */
  integrationType: string;
  levelNames?: ReadonlyMap<string, string>;
  /** Mappings suggested by the fields of both sides, by the flow's id, if none are known. */
  suggested?: ReadonlyMap<string, Mapping[]>;
  workflowTemplates?: ReadonlyMap<string, { name: string; description: string | null; steps: WorkflowStep[] }>;
}

/** The workflows of a finished wizard; records that others refer to come first. */
export function planWorkflows(definition: TemplateDefinition, wizard: Pick<Wizard, 'steps'>, facts: PlanFacts): PlannedWorkflow[] {
  const connectorIds = collectConnectorIds(definition, wizard);
  const ofFlows = plannedFlows(definition, wizard, facts.levelNames).map((flow) => ofFlow(definition, flow, connectorIds, facts));
  return [...ofFlows, ...ofWorkflowTemplates(definition, wizard, facts)];
}

/** One flow as a workflow: a schedule and an integration step. */
function ofFlow(
  definition: TemplateDefinition,
  flow: PlannedFlow,
  connectorIds: ReadonlyMap<string, string>,
  facts: PlanFacts,
): PlannedWorkflow {
  const { id, name, description, schedule, runsAfterFinish } = flow;
  const integration = integrationOfFlow(definition, flow, connectorIds, facts);
  const { Source, Target } = integration.operations;
  const steps: WorkflowStep[] = [
    {
      stepId: TRIGGER,
      type: 'Trigger',
      triggerType: 'Scheduled',
      schedule: scheduleFor(schedule, runsAfterFinish, facts),
      nextStepId: SYNC,
    },
    {
      ...{ stepId: SYNC, type: 'IntegrationStep', implementationType: integration.integrationType, nextStepId: null },
      fieldsData: { sourceConnector: Source.connectorId, targetConnector: Target.connectorId },
    },
  ];
  return { id, name, description, steps, integration, runsAtOnce: false };
}

/** A schedule without a start fires as soon as its workflow is active, then every ten minutes. */
function scheduleFor(chosen: StepSchedule | null, runsAfterFinish: boolean, { laterAt }: PlanFacts): Schedule {
  const { frequency, period } = chosen?.period ? chosen : USUAL_SCHEDULE;
  const startAt = chosen?.startAt || (runsAfterFinish ? null : laterAt);
  return { period: period ?? 'Minute', frequency: frequency ?? 1, startAt, ...pickTimeZone(chosen), overlap: 'Skip' };
}

/** The settings of a flow's integration. Source is the side of the template's first connector. */
export function integrationOfFlow(
  { connectors }: TemplateDefinition,
  { from, to, mappings, dependents, conflictRule, carriesDeletions, externalIdFields, id }: PlannedFlow,
  connectorIds: ReadonlyMap<string, string>,
  { connectorTypes, integrationType, suggested }: PlanFacts,
): PlannedIntegration {
  const placeOf = (key: string) => connectors.findIndex((connector) => connector.key === key);
  const isForward = placeOf(from.connector) < placeOf(to.connector);
  const side = ({ connector, entity, parameters }: PlannedFlow['from']): PlannedSide => {
    const connectorId = connectorIds.get(connector) ?? '';
    const connectorTypeId = connectorTypes.get(connectorId) ?? '';
    return { connectorTypeId, connectorId, entityType: entity, mappings: [], customFormData: parameters, dependentMappings: null };
  };
  const written: PlannedSide = {
    ...side(to),
    mappings: mappings ?? suggested?.get(id) ?? [],
    dependentMappings: dependentMappings(dependents),
  };
  return {
    integrationType,
    directionType: isForward ? 'SourceToTarget' : 'TargetToSource',
    operations: isForward ? { Source: side(from), Target: written } : { Source: written, Target: side(from) },
    ...{ conflictRule, carriesDeletions, targetExternalIdFields: externalIdFields },
  };
}

/** By entity. A second link to the same one has a number after its name: it carries no records itself. */
function dependentMappings(dependents: PlannedFlow['dependents']): Record<string, PlannedDependent> | null {
  if (dependents.length === 0) return null;
  const byEntity: Record<string, PlannedDependent> = {};
  for (const { from, to, ...dependent } of dependents) {
    let name = to;
    for (let number = 2; Object.hasOwn(byEntity, name); number += 1) name = `${to} ${number}`;
    byEntity[name] = { sourceEntityType: from, ...dependent };
  }
  return byEntity;
}

function ofWorkflowTemplates(
  definition: TemplateDefinition,
  wizard: Pick<Wizard, 'steps'>,
  { workflowTemplates, connectorTypes }: PlanFacts,
): PlannedWorkflow[] {
  return wizard.steps.flatMap((step): PlannedWorkflow[] => {
    const { workflowTemplateId: id, stepIntegrations = [], schedule } = step;
    const template = id === null ? undefined : workflowTemplates?.get(id);
    if (id === null || !template) return [];
    const connected = stepsWithConnectors(template.steps, definition, wizard, (connectorId) => connectorTypes.get(connectorId));
    const steps = withStepIntegrations(connected, stepIntegrations).map((one) => withSchedule(one, schedule ?? null));
    const { name, description } = template;
    const runsAtOnce = definition.workflowTemplateIdsToRunAfterFinish.includes(id) && !startsByItself(steps, schedule ?? null);
    return [{ id, name, description, steps, integration: null, runsAtOnce }];
  });
}

/** A schedule without a start fires when its workflow is activated; with a chosen start, that decides. */
function startsByItself(steps: readonly WorkflowStep[], chosen: StepSchedule | null): boolean {
  const trigger = steps.find((step) => step.type === 'Trigger' && step.triggerType === 'Scheduled');
  return trigger?.type === 'Trigger' && (!trigger.schedule?.startAt || Boolean(chosen?.startAt));
}

function withSchedule(step: WorkflowStep, schedule: StepSchedule | null): WorkflowStep {
  if (step.type !== 'Trigger' || step.triggerType !== 'Scheduled' || !schedule?.period) return step;
  const { frequency, period, startAt } = schedule;
  return { ...step, schedule: { ...step.schedule, period, frequency: frequency ?? 1, startAt, ...pickTimeZone(schedule) } };
}

function pickTimeZone(schedule: StepSchedule | null): { timeZone?: string } {
  return schedule?.timeZone === undefined ? {} : { timeZone: schedule.timeZone };
}
