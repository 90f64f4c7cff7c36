import type { Calls } from '@portage/contracts/calls';
import { APPROVAL_ID } from '../run-shard.ts';
import type { Belongings } from './belongings.ts';
import { workflowBody } from './bodies.ts';
import type { Rule } from './rule.ts';

const at = (suffix: string) => (of: Belongings) => ({ path: `/api/workflows/${of.workflowId}${suffix}` });
const ofTemplate = (suffix: string) => (of: Belongings) => ({ path: `/api/workflow-templates/${of.templateId}${suffix}` });
const ofFolder = (suffix: string) => (of: Belongings) => ({ path: `/api/workflow-folders/${of.folderId}${suffix}` });
const ofVariable = (of: Belongings) => ({ path: `/api/variables/${of.variableId}` });
const ofRun = (suffix: string) => (of: Belongings) => ({ path: `/api/workflows/instances/${of.runId}${suffix}` });
const ofApproval = (suffix: string) => (of: Belongings) => ({ path: `/api/approvals/${of.runId}/${APPROVAL_ID}${suffix}` });
const ofRunJob = (suffix: string) => (of: Belongings) => ({ path: `/api/workflows/run-jobs/${of.runJobId}${suffix}` });
const cancelBody = ({ runId }: Belongings) => ({ action: 'Cancel', selection: { runIds: [runId] } });
const ofStep = (suffix: string) => (of: Belongings) => ({ path: `/api/workflows/step-instances${suffix}?workflowInstanceId=${of.runId}` });

export const workflowRules = {
  'GET /api/workflows': { kind: 'list', ask: () => ({ path: '/api/workflows' }) },
  'POST /api/workflows': { kind: 'list', ask: () => ({ path: '/api/workflows', body: workflowBody }) },
  'GET /api/workflows/{id}': { kind: 'thing', ask: at('') },
  'PUT /api/workflows/{id}': { kind: 'thing', ask: (of) => ({ ...at('')(of), body: { name: 'Stolen' } }) },
  'DELETE /api/workflows/{id}': { kind: 'thing', ask: at('') },
  'POST /api/workflows/{id}/restore': { kind: 'thing', ask: at('/restore') },
  'PUT /api/workflows/{id}/folder': { kind: 'thing', ask: (of) => ({ ...at('/folder')(of), body: { folderId: null } }) },
  'GET /api/workflow-folders': { kind: 'list', ask: () => ({ path: '/api/workflow-folders' }) },
  'POST /api/workflow-folders': { kind: 'list', ask: () => ({ path: '/api/workflow-folders', body: { name: 'Mine' } }) },
  'PUT /api/workflow-folders/{id}': { kind: 'thing', ask: (of) => ({ ...ofFolder('')(of), body: { name: 'Stolen' } }) },
  'DELETE /api/workflow-folders/{id}': { kind: 'thing', ask: ofFolder('') },
  'POST /api/workflow-folders/{id}/restore': { kind: 'thing', ask: ofFolder('/restore') },
  'GET /api/variables': { kind: 'list', ask: () => ({ path: '/api/variables' }) },
  'POST /api/variables': {
    kind: 'list',
    ask: () => ({ path: '/api/variables', body: { name: `mine_${crypto.randomUUID().slice(0, 8)}`, type: 'Number', value: 1 } }),
  },
  'PUT /api/variables/{id}': { kind: 'thing', ask: (of) => ({ ...ofVariable(of), body: { description: 'Stolen' } }) },
  'DELETE /api/variables/{id}': { kind: 'thing', ask: ofVariable },
  'POST /api/workflows/{id}/run': { kind: 'thing', ask: at('/run') },
  'POST /api/workflows/{id}/test-run': { kind: 'thing', ask: at('/test-run') },
  'POST /api/workflows/{id}/activate': { kind: 'thing', ask: at('/activate') },
  'POST /api/workflows/{id}/deactivate': { kind: 'thing', ask: at('/deactivate') },
  'POST /api/workflows/{id}/start-testing': { kind: 'thing', ask: at('/start-testing') },
  'POST /api/workflows/{id}/stop-testing': { kind: 'thing', ask: at('/stop-testing') },
  'GET /api/workflows/{id}/connector-step-problems': { kind: 'thing', ask: at('/connector-step-problems') },
  'GET /api/workflows/{id}/event-status': { kind: 'thing', ask: at('/event-status') },
  'GET /api/workflows/{id}/schedule-preview': { kind: 'thing', ask: at('/schedule-preview') },
  'POST /api/workflows/preview-schedule': {
    kind: 'self',
    ask: () => ({ path: '/api/workflows/preview-schedule', body: { schedule: { period: 'Day' } } }),
  },
  'GET /api/workflows/{id}/called/{calledId}': { kind: 'thing', ask: (of) => at(`/called/${of.workflowId}`)(of) },
  'GET /api/workflows/instances/{id}/called-runs': { kind: 'thing', ask: ofRun('/called-runs'), adminMayRead: true },
  'GET /api/approvals': { kind: 'list', ask: () => ({ path: '/api/approvals' }) },
  'GET /api/approvals/{runId}/{approvalId}': { kind: 'thing', ask: ofApproval('') },
  'POST /api/approvals/{runId}/{approvalId}/answer': {
    kind: 'thing',
    ask: (of) => ({ ...ofApproval('/answer')(of), body: { decision: 'Approved' } }),
  },
  'POST /api/approvals/{runId}/{approvalId}/links': {
    kind: 'thing',
    ask: (of) => ({ ...ofApproval('/links')(of), body: { person: 'Ann' } }),
  },
  'POST /api/approvals/by-link/look': { kind: 'public', ask: { path: '/api/approvals/by-link/look', body: {} } },
  'POST /api/approvals/by-link/answer': { kind: 'public', ask: { path: '/api/approvals/by-link/answer', body: {} } },
  'GET /api/workflows/{id}/on-failure': { kind: 'thing', ask: at('/on-failure') },
  'PUT /api/workflows/{id}/on-failure': { kind: 'thing', ask: (of) => ({ ...at('/on-failure')(of), body: { workflowId: null } }) },
  'GET /api/workflows/{id}/webhook-verification': { kind: 'thing', ask: at('/webhook-verification') },
  'PUT /api/workflows/{id}/webhook-verification': {
    kind: 'thing',
    ask: (of) => ({ ...at('/webhook-verification')(of), body: { verification: null } }),
  },
  'GET /api/workflows/{id}/draft': { kind: 'thing', ask: at('/draft') },
  'PUT /api/workflows/{id}/draft': {
    kind: 'thing',
    ask: (of) => ({ ...at('/draft')(of), body: { versionId: of.draftVersionId, steps: workflowBody.steps } }),
  },
  'DELETE /api/workflows/{id}/draft': { kind: 'thing', ask: (of) => at(`/draft?versionId=${of.draftVersionId}`)(of) },
  'POST /api/workflows/{id}/draft/publish': {
    kind: 'thing',
    ask: (of) => ({ ...at('/draft/publish')(of), body: { versionId: of.draftVersionId, note: 'Stolen' } }),
  },
  'POST /api/workflows/apply': {
    kind: 'thing',
    ask: ({ workflowId, draftVersionId, publishedVersionId }) => ({
      path: '/api/workflows/apply',
      body: { workflows: [], deletions: [{ id: workflowId, versionId: publishedVersionId, draftVersionId }] },
    }),
  },
  'GET /api/workflows/{id}/versions/{versionId}': { kind: 'thing', ask: (of) => at(`/versions/${of.publishedVersionId}`)(of) },
  'PUT /api/workflows/{id}/versions/{versionId}': {
    kind: 'thing',
    ask: (of) => ({ ...at(`/versions/${of.publishedVersionId}`)(of), body: { label: 'Stolen' } }),
  },
  'GET /api/workflows/{id}/versions': { kind: 'thing', ask: at('/versions') },
  'GET /api/workflows/{id}/workflow-context-data': { kind: 'thing', ask: at('/workflow-context-data') },
  'GET /api/workflows/{id}/payloads': { kind: 'thing', ask: at('/payloads') },
  'GET /api/workflows/{id}/last-instance': { kind: 'thing', ask: at('/last-instance') },
  'GET /api/workflows/generate-webhook-url/{id}': {
    kind: 'thing',
    ask: (of) => ({ path: `/api/workflows/generate-webhook-url/${of.workflowId}` }),
  },
  'GET /api/workflows/webhook-url/{triggerCode}': {
    kind: 'thing',
    ask: (of) => ({ path: `/api/workflows/webhook-url/${of.triggerCode}` }),
  },
  'POST /api/workflows/{id}/share': { kind: 'thing', ask: at('/share') },
  'DELETE /api/workflows/{id}/share': { kind: 'thing', ask: at('/share') },
  'GET /api/workflows/{id}/import-info': {
    kind: 'shared',
    ask: (of) => at(`/import-info?sharedWorkflowCode=${of.sharedWorkflowCode}`)(of),
  },
  'POST /api/workflows/import': {
    kind: 'shared',
    ask: ({ workflowId, sharedWorkflowCode }) => ({
      path: '/api/workflows/import',
      body: { workflowIdToImport: workflowId, sharedWorkflowCode, workflowName: 'Imported' },
    }),
  },
  'POST /api/workflows/{id}/test-step': {
    kind: 'thing',
    ask: (of) => ({ ...at('/test-step')(of), body: { step: { stepId: 's', type: 'CustomScript', script: 'return 1' } } }),
  },
  'GET /api/workflows/{id}/pins': { kind: 'thing', ask: at('/pins') },
  'PUT /api/workflows/{id}/pins': {
    kind: 'thing',
    ask: ({ integrationWorkflowId }) => ({
      path: `/api/workflows/${integrationWorkflowId}/pins`,
      body: { clientId: 'sync-of-the-owner', values: { Response: 1 } },
    }),
  },
  'GET /api/workflows/{id}/samples': { kind: 'thing', ask: at('/samples') },
  'GET /api/workflows/{id}/samples/{clientId}': {
    kind: 'thing',
    ask: ({ integrationWorkflowId }) => ({ path: `/api/workflows/${integrationWorkflowId}/samples/sync-of-the-owner` }),
  },
  'DELETE /api/workflows/{id}/samples/{clientId}': {
    kind: 'thing',
    ask: ({ integrationWorkflowId }) => ({ path: `/api/workflows/${integrationWorkflowId}/samples/sync-of-the-owner` }),
  },
  'GET /api/workflows/instances': { kind: 'list', ask: (of) => ({ path: `/api/workflows/instances?WorkflowId=${of.workflowId}` }) },
  'GET /api/workflows/find-instances': {
    kind: 'list',
    ask: (of) => ({ path: `/api/workflows/find-instances?workflowId=${of.workflowId}` }),
  },
  'GET /api/workflows/instances/{id}': { kind: 'thing', ask: ofRun(''), adminMayRead: true },
  'GET /api/workflows/instances/{id}/overview': { kind: 'thing', ask: ofRun('/overview'), adminMayRead: true },
  'POST /api/workflows/instances/{id}/briefs': {
    kind: 'thing',
    ask: (of) => ({ ...ofRun('/briefs')(of), body: { clientIds: [] } }),
    adminMayRead: true,
  },
  'GET /api/workflows/instances/{id}/attempts': { kind: 'thing', ask: ofRun('/attempts'), adminMayRead: true },
  'GET /api/workflows/instances/{id}/re-run': { kind: 'thing', ask: ofRun('/re-run?type=StartNew') },
  'GET /api/workflows/instances/{id}/cancel': { kind: 'thing', ask: ofRun('/cancel') },
  'POST /api/workflows/run-jobs/preview': {
    kind: 'list',
    ask: (of) => ({ path: '/api/workflows/run-jobs/preview', body: cancelBody(of) }),
  },
  'POST /api/workflows/run-jobs': { kind: 'list', ask: (of) => ({ path: '/api/workflows/run-jobs', body: cancelBody(of) }) },
  'GET /api/workflows/run-jobs': { kind: 'list', ask: () => ({ path: '/api/workflows/run-jobs' }) },
  'GET /api/workflows/run-jobs/{id}': { kind: 'thing', ask: ofRunJob('') },
  'POST /api/workflows/run-jobs/{id}/stop': { kind: 'thing', ask: ofRunJob('/stop') },
  'GET /api/workflows/step-instances': { kind: 'thing', ask: ofStep(''), adminMayRead: true },
  'GET /api/workflows/step-instances/{id}': { kind: 'thing', ask: ofStep('/1'), adminMayRead: true },
  'GET /api/workflows/step-instances/{id}/context': { kind: 'thing', ask: ofStep('/1/context'), adminMayRead: true },
  'GET /api/search': { kind: 'list', ask: () => ({ path: '/api/search?text=owner' }) },
  'GET /api/workflow-templates': { kind: 'common', ask: () => ({ path: '/api/workflow-templates' }) },
  'GET /api/workflow-templates/{id}': { kind: 'common', ask: ofTemplate('') },
  'POST /api/workflow-templates': {
    kind: 'admin',
    ask: ({ workflowId }) => ({ path: '/api/workflow-templates', body: { name: `Template ${crypto.randomUUID()}`, workflowId } }),
  },
  'PUT /api/workflow-templates/{id}': {
    kind: 'admin',
    ask: (of) => ({ ...ofTemplate('')(of), body: { workflowId: of.workflowId } }),
  },
  'PATCH /api/workflow-templates/{id}': { kind: 'admin', ask: (of) => ({ ...ofTemplate('')(of), body: { description: 'Changed' } }) },
  'DELETE /api/workflow-templates/{id}': { kind: 'admin', ask: ofTemplate('') },
  'POST /api/workflow-templates/{id}/restore': { kind: 'admin', ask: ofTemplate('/restore') },
  'POST /api/workflow-templates/{id}/activate': { kind: 'admin', ask: ofTemplate('/activate') },
  'POST /api/workflow-templates/{id}/deactivate': { kind: 'admin', ask: ofTemplate('/deactivate') },
} as const satisfies Partial<Record<keyof Calls, Rule>>;
