import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

/** The API's types under the names that this area uses. */
export type RunInstance = CallResponse<Calls, 'GET /api/workflows/instances/{id}'>['workflowInstance'];
export type RunAttempt = CallResponse<Calls, 'GET /api/workflows/instances/{id}/attempts'>['attempts'][number];
export type CalledRun = CallResponse<Calls, 'GET /api/workflows/instances/{id}/called-runs'>['runs'][number];
export type StepSummary = CallResponse<Calls, 'GET /api/workflows/step-instances'>['stepInstances'][number];
export type StepDetail = CallResponse<Calls, 'GET /api/workflows/step-instances/{id}'>['stepInstance'];
export type StepAttempt = NonNullable<StepDetail['attempts']>[number];
export type StepDetailData = NonNullable<StepDetail['stepData']>;
export type WorkflowSummary = CallResponse<Calls, 'GET /api/workflows'>['workflows'][number];
export type Workflow = CallResponse<Calls, 'GET /api/workflows/{id}'>['workflow'];
export type WorkflowDraft = NonNullable<CallResponse<Calls, 'GET /api/workflows/{id}/draft'>['draft']>;
export type WorkflowVersion = CallResponse<Calls, 'GET /api/workflows/{id}/versions/{versionId}'>['workflowVersion'];
export type RunOverview = CallResponse<Calls, 'GET /api/workflows/instances/{id}/overview'>;
export type StepGroup = RunOverview['groups'][number];
export type LoopTurns = NonNullable<CallResponse<Calls, 'GET /api/workflows/step-instances'>['loops']>[string];
export type SyncFlow = CallResponse<Calls, 'GET /api/integrations/flows'>['flows'][number];
export type SyncItem = CallResponse<Calls, 'GET /api/integrations/flows/{flowId}/items'>['items'][number];
export type SyncItemDetails = CallResponse<Calls, 'GET /api/integrations/flows/{flowId}/items/{itemId}'>['item'];
export type Integration = CallResponse<Calls, 'GET /api/integration/integrations/{id}'>['integration'];
export type Entity = CallResponse<Calls, 'GET /api/connector-types/{id}/entities'>['entities'][number];
export type IntegrationType = CallResponse<Calls, 'GET /api/integrations/steps'>['definitions'][number];
export type PreviewFlow = CallResponse<Calls, 'POST /api/integrations/preview'>['flows'][number];
