import { type ConnectorTypeRow, findConnectorType } from '@portage/database';
import { ownConnector } from '../../connector-types/own-connector.ts';
import { connectionObject } from '../../connectors/connection-object.ts';
import { ApiProblem, invalid } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { parseJson } from '../call-outside.ts';

/** Spec CONN-53, API-113: Xero lists the organisations a person allowed under `/connections` on its host. */
export async function xeroTenants(context: UserContext, connectorId: string): Promise<{ id: string; name: string }[]> {
  const connector = await ownConnector(context, connectorId);
  const type = await findConnectorType(context.db, 'everyone', connector.connectorTypeId);
  checkChooses(type, 'customOptions.tenantId', 'organisations');
  const result = await connectionObject(context.env, connector.id).call({
    ownerUserId: context.user.id,
    connectorId: connector.id,
    // The organisation isn't chosen yet, so the header that names it can't be filled.
    omitsUnfilledKeys: true,
    request: {
      method: 'GET',
      url: addressAt(type?.settings.baseUrl ?? '', '/connections'),
      headers: { accept: 'application/json' },
      body: null,
    },
  });
  if (result.outcome === 'refused') throw new ApiProblem(502, 'connection-refused', result.message);
  const list = parseJson(result.body);
  if (result.status !== 200 || !Array.isArray(list)) {
    throw new ApiProblem(
      502,
      'app-refused',
      `${type?.name ?? 'The system'} responded with ${result.status} when asked for its organisations. Try Re-Connect.`,
    );
  }
  return list.flatMap((one: Readonly<Record<string, unknown>> | null) =>
    typeof one?.tenantId === 'string' ? [{ id: one.tenantId, name: String(one.tenantName ?? one.tenantId) }] : [],
  );
}

/** Accepts only types whose calls name the chosen tenant. @throws ApiProblem 400 */
export function checkChooses(type: ConnectorTypeRow | null, field: string, words: string): void {
  const keys = type?.settings.additionalData.connection?.authParameters ?? [];
  if (!keys.some(({ template }) => template.includes(`{${field}}`))) {
    throw invalid(`${type?.name ?? 'This application'} has no ${words} to choose from.`);
  }
}

/** The given path on the host of an address. */
export function addressAt(baseUrl: string, path: string): string {
  return URL.canParse(baseUrl) ? new URL(path, baseUrl).href : path;
}
