import type { Calls } from '@portage/contracts/calls';
import type { Belongings } from './belongings.ts';
import { integrationBody } from './bodies.ts';
import type { Rule } from './rule.ts';

const ofFlow = (suffix: string) => (of: Belongings) => ({ path: `/api/integrations/flows/${of.flowId}${suffix}` });
const integrations = '/api/integration/integrations';

export const integrationRules = {
  'GET /api/integration/integrations/{id}': { kind: 'thing', ask: (of) => ({ path: `${integrations}/${of.integrationId}` }) },
  'GET /api/integration/integrations/{workflowId}/{integrationType}': {
    kind: 'thing',
    ask: (of) => ({ path: `${integrations}/${of.integrationWorkflowId}/Integration` }),
  },
  'POST /api/integration/integrations/{workflowId}/{direction}/{integrationType}': {
    kind: 'thing',
    ask: (of) => ({ path: `${integrations}/${of.workflowId}/SourceToTarget/Integration`, body: integrationBody(of) }),
  },
  'POST /api/integration/integrations/{id}/{workflowId}/{direction}/{integrationType}': {
    kind: 'thing',
    ask: (of) => ({
      path: `${integrations}/${of.integrationId}/${of.integrationWorkflowId}/SourceToTarget/Integration`,
      body: integrationBody(of),
    }),
  },
  'POST /api/integration/integrations/operations/schema': {
    kind: 'thing',
    ask: (of) => ({ path: `${integrations}/operations/schema`, body: { connectorId: of.connectorId, targetEntity: 'Animals' } }),
  },
  'GET /api/integrations/steps': { kind: 'common', ask: () => ({ path: '/api/integrations/steps' }) },
  'GET /api/integrations/steps/{id}': { kind: 'thing', ask: (of) => ({ path: `/api/integrations/steps/${of.integrationWorkflowId}` }) },
  'GET /api/custom-playbooks/netsuite-and-salesforce/get-pricing-mapping-lists': {
    kind: 'thing',
    // The connectors belong to neither system.
    ownerStatus: 400,
    ask: ({ connectorId }) => ({
      path: `/api/custom-playbooks/netsuite-and-salesforce/get-pricing-mapping-lists?netSuiteConnectorId=${connectorId}&salesForceConnectorId=${connectorId}`,
    }),
  },
  'GET /api/connector-types/{id}/entities': {
    kind: 'thing',
    ask: (of) => ({ path: `/api/connector-types/${of.connectorTypeId}/entities` }),
    adminMayRead: true,
  },
  'GET /api/integrations/flows': { kind: 'list', ask: (of) => ({ path: `/api/integrations/flows?workflowId=${of.workflowId}` }) },
  'GET /api/integrations/never-synced': { kind: 'list', ask: () => ({ path: '/api/integrations/never-synced' }) },
  'GET /api/integrations/audit': { kind: 'list', ask: () => ({ path: '/api/integrations/audit?app=Integration' }) },
  'GET /api/integrations/flows/{flowId}': { kind: 'thing', ask: ofFlow('') },
  'GET /api/integrations/flows/{flowId}/items': { kind: 'thing', ask: ofFlow('/items') },
  'GET /api/integrations/flows/{flowId}/items/{itemId}': { kind: 'thing', ask: ofFlow('/items/of-the-owner') },
  'POST /api/integrations/flows/{flowId}/sync-again': {
    kind: 'thing',
    ask: (of) => ({ ...ofFlow('/sync-again')(of), body: { allInError: true } }),
  },
  'POST /api/integrations/flows/{flowId}/pause': { kind: 'thing', ask: ofFlow('/pause') },
  'POST /api/integrations/flows/{flowId}/resume': { kind: 'thing', ask: ofFlow('/resume') },
  'POST /api/integrations/flows/{flowId}/sync-now': { kind: 'thing', ask: ofFlow('/sync-now') },
  'POST /api/integrations/preview': {
    kind: 'thing',
    ask: (of) => ({ path: '/api/integrations/preview', body: { workflowId: of.integrationWorkflowId } }),
  },
} as const satisfies Partial<Record<keyof Calls, Rule>>;
