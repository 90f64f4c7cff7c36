import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

export type ConnectorSummary = CallResponse<Calls, 'GET /api/connectors'>['connectors'][number];

/** Secrets are 20 dots. */
export type Connector = CallResponse<Calls, 'GET /api/connectors/{id}'>['connector'];

export type ConnectorType = CallResponse<Calls, 'GET /api/connector-types/{id}'>['connectorType'];

export type { AuthorizationType } from '@portage/contracts';
