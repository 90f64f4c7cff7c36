import type { CallInput, CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';

/** A connector type as the API shows it to admins (spec CTYPE-05, CTYPE-06). */
export type ConnectorType = CallResponse<Calls, 'GET /api/connector-types/{id}'>['connectorType'];
export type ConnectorTypeBody = CallInput<Calls, 'POST /api/connector-types'>['body'];
export type ConnectionSettings = NonNullable<ConnectorType['additionalData']['connection']>;

export const LIST_PATH = '/admin/connectorTypes';

/** The logo's address changes with its file, so that no outdated picture is shown. */
export function getLogoUrl({ id, logo }: Pick<ConnectorType, 'id' | 'logo'>): string | null {
  return logo ? `/api/connector-types/${encodeURIComponent(id)}/logo?v=${encodeURIComponent(logo.fileStorageId)}` : null;
}
