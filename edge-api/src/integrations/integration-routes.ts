import { integrationCalls } from '@portage/contracts/calls';
import { findConnectorType, findIntegration, findIntegrationOfWorkflow, findWorkflow } from '@portage/database';
import { type SyncDirection, usesIntegrationSettings } from '@portage/workflow';
import { getTypeScope } from '../connector-types/connector-type-routes.ts';
import { notFound, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { circleWarning } from '../workflows/check-publication.ts';
import { presentWorkflow } from '../workflows/present-workflow.ts';
import { findSyncCircles } from '../workflows/sync-circles.ts';
import type { IntegrationKey } from './check-integration.ts';
import { isSource, isTarget, loadEntities } from './entities-of.ts';
import { entitySchema } from './entity-schema.ts';
import { stepDefinitions } from './integration-types.ts';
import { presentIntegration } from './present-integration.ts';
import { createIntegration, integrationNotFound, ownWorkflow, updateIntegration } from './save-integration.ts';

/** API-65..72. */
export const integrationRoutes = implement(integrationCalls, {
  'GET /api/integration/integrations/{id}': async ({ params }, context) => {
    const integration = await findIntegration(context.db, context.user.id, params.id);
    const workflow = integration && (await findWorkflow(context.db, context.user.id, integration.workflowId));
    if (!workflow) throw integrationNotFound();
    return { workflow: presentWorkflow(workflow, context), integration: presentIntegration(integration) };
  },

  'GET /api/integration/integrations/{workflowId}/{integrationType}': async ({ params }, context) => {
    const workflow = await ownWorkflow(context, params.workflowId);
    const integration = await findIntegrationOfWorkflow(context.db, context.user.id, workflow.id, params.integrationType);
    return { integration: integration && presentIntegration(integration) };
  },

  'POST /api/integration/integrations/{workflowId}/{direction}/{integrationType}': async ({ params, query, body }, context) => {
    const id = await createIntegration(context, toIntegrationKey(params), body, query.lastSyncDate);
    return { id, warnings: await savedWarnings(toIntegrationKey(params), context) };
  },

  'POST /api/integration/integrations/{id}/{workflowId}/{direction}/{integrationType}': async ({ params, query, body }, context) => {
    await updateIntegration(context, params.id, toIntegrationKey(params), body, query.lastSyncDate);
    return { id: params.id, warnings: await savedWarnings(toIntegrationKey(params), context) };
  },

  'POST /api/integration/integrations/operations/schema': ({ body }, context) => entitySchema(body, context),

  'GET /api/integrations/steps': () => ({ definitions: stepDefinitions() }),

  'GET /api/integrations/steps/{id}': async ({ params }, context) => {
    const workflow = await ownWorkflow(context, params.id);
    if (!workflow.steps.some(usesIntegrationSettings)) throw workflowNotFound();
    return { workflow: presentWorkflow(workflow, context) };
  },

  'GET /api/connector-types/{id}/entities': async ({ params }, context) => {
    const type = await findConnectorType(context.db, getTypeScope(context.user), params.id);
    if (!type) throw notFound('This connector type');
    const entities = await loadEntities(context, type);
    return {
      entities: entities.map((entity) => ({
        name: entity.name,
        title: entity.title,
        isSource: isSource(entity),
        isTarget: isTarget(entity),
        externalIdFields: [...entity.externalIdFields],
        dependsOn: [...entity.dependsOn],
        parameters: entity.parameters.map(({ name, title, description, isRequired, role }) => ({
          ...{ name, title, isRequired },
          description: description ?? null,
          role: role ?? null,
        })),
      })),
    };
  },
});

async function savedWarnings({ workflowId, integrationType }: IntegrationKey, context: UserContext) {
  const { id, steps } = await ownWorkflow(context, workflowId);
  const circles = await findSyncCircles(id, steps, context);
  return circles.filter((circle) => circle.integrationType === integrationType).map(circleWarning);
}

/** The contract has already checked the direction. */
function toIntegrationKey({ workflowId, direction, integrationType }: { workflowId: string; direction: string; integrationType: string }) {
  return { workflowId, direction: direction as SyncDirection, integrationType };
}
