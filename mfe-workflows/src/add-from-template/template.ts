import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

export type Template = CallResponse<Calls, 'GET /api/workflow-templates/{id}'>['template'];
export type NeededType = Template['connectorTypes'][number];
