import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

export type SyncFlow = CallResponse<Calls, 'GET /api/integrations/flows'>['flows'][number];
export type SyncItem = CallResponse<Calls, 'GET /api/integrations/flows/{flowId}/items'>['items'][number];
export type PreviewFlow = CallResponse<Calls, 'POST /api/integrations/preview'>['flows'][number];
