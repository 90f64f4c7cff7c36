import {
  collectConnectorIds,
  findSetupStep,
  type Mapping,
  type PlanFacts,
  type PlannedFlow,
  type PlannedWorkflow,
  plannedFlows,
  planWorkflows,
} from '@portage/playbooks';
import { MINUTE_MS } from '@portage/primitives/durations';
import type { UserContext } from '../../http/context.ts';
import { entitySchema } from '../../integrations/entity-schema.ts';
import { findIntegrationType } from '../../integrations/integration-types.ts';
import { loadConnectors } from '../model/connector-problems.ts';
import type { OpenPlaybook } from '../model/stored-playbook.ts';
import { type AvailableTemplate, findAvailableTemplate } from '../model/workflow-template-steps.ts';
import { loadPriceLists } from '../price-lists/price-lists.ts';

/** Workflows that don't run at once begin this much later, as the wizard's last page says (spec CPB-14). */
const LATER_MS = 10 * MINUTE_MS;

/** The workflows that a playbook's wizard asks for. @param at when workflows that run at once are created */
export async function planPlaybook(row: OpenPlaybook, at: Date, context: UserContext): Promise<PlannedWorkflow[]> {
  const { definition, wizard } = row;
  const levelNames = await loadLevelNames(row, context);
  return planWorkflows(definition, wizard, { ...(await planFacts(row, at, context)), levelNames });
}

/** Omits price level names: they need a request. @param wantedFlow Fetch mapping fields for this flow only; all flows if omitted. */
export async function planFacts(row: OpenPlaybook, at: Date, context: UserContext, wantedFlow?: string): Promise<PlanFacts> {
  const { definition, wizard } = row;
  const connectors = await loadConnectors(wizard, context);
  const connectorTypes = new Map([...connectors].flatMap(([id, connector]) => (connector ? [[id, connector.connectorTypeId]] : [])));
  const flows = plannedFlows(definition, wizard).filter(({ id }) => wantedFlow === undefined || id === wantedFlow);
  return {
    connectorTypes,
    laterAt: new Date((row.convertedAt ?? at).getTime() + LATER_MS).toISOString(),
    integrationType: findIntegrationType(definition.customPlaybookType ?? '')?.implementationType ?? 'Integration',
    suggested: await suggestedMappings(flows, collectConnectorIds(definition, wizard), context),
    workflowTemplates: await loadWorkflowTemplates(row, context),
  };
}

/** Workflows of price levels are named after them. */
async function loadLevelNames({ definition, wizard }: OpenPlaybook, context: UserContext): Promise<Map<string, string>> {
  const isNeeded = definition.workflows.some(({ isForEachPriceLevel }) => isForEachPriceLevel);
  if (!isNeeded || !findSetupStep(wizard)?.priceMapping) return new Map();
  const lists = await loadPriceLists(definition, collectConnectorIds(definition, wizard), context);
  return new Map(lists?.priceLevels.map(({ id, name }) => [id, name]));
}

/** Mappings suggested by both sides' fields, for flows without known mappings. */
async function suggestedMappings(flows: readonly PlannedFlow[], connectorIds: ReadonlyMap<string, string>, context: UserContext) {
  const suggested = new Map<string, Mapping[]>();
  for (const { id, mappings, from, to } of flows) {
    const [sourceConnectorId, connectorId] = [connectorIds.get(from.connector), connectorIds.get(to.connector)];
    if (mappings !== null || !sourceConnectorId || !connectorId) continue;
    const { proposals } = await entitySchema(
      {
        connectorId,
        entityType: 'Target',
        targetEntity: to.entity,
        sourceEntity: from.entity,
        sourceConnectorId,
        directionType: 'SourceToTarget',
      },
      context,
    );
    suggested.set(id, proposals);
  }
  return suggested;
}

async function loadWorkflowTemplates(row: OpenPlaybook, { db }: UserContext): Promise<Map<string, AvailableTemplate>> {
  const templates = new Map<string, AvailableTemplate>();
  for (const id of row.definition.workflowTemplateIds) {
    const template = await findAvailableTemplate(db, row, id);
    if (template) templates.set(id, template);
  }
  return templates;
}
