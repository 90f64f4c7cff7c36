import { type CustomFields, choiceValues, customFieldsOfItems, listOfChoices } from '@portage/connectors/choices';
import { findConnectorType } from '@portage/database';
import { keepCustomFields } from '../../connector-types/documents/custom-field-store.ts';
import { openUploaded } from '../../connector-types/documents/import-uploaded.ts';
import { ownConnector } from '../../connector-types/own-connector.ts';
import { ApiProblem } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { listItems } from './call-operation.ts';

const MOST_FIELDS = 2_000;

/**
 * API-82: reads the account's own fields again. If that fails, the stored fields stay.
 *
 * @returns the problem in words; null when it worked
 * @throws ApiProblem 404 for others' connectors
 */
export async function resyncCustomParameters(context: UserContext, connectorId: string): Promise<string | null> {
  const { db, env, now } = context;
  const connector = await ownConnector(context, connectorId);
  const type = await findConnectorType(db, 'everyone', connector.connectorTypeId);
  const document = type?.openApiDocument ? await openUploaded(env, type.openApiDocument) : null;
  const sources = document?.summary.customParameters ?? [];
  if (!document || sources.length === 0) return `${type?.name ?? 'This application'} has no account-specific fields to read.`;
  try {
    const fields: CustomFields[] = [];
    for (const source of sources) {
      const values = choiceValues({ parameters: source.parameters, dependencies: [], searchParameter: null, quoting: 'backslash' }, {});
      const keys = type?.settings.additionalData.connection?.authParameters ?? [];
      const call = { connector, document, keys, operationId: source.operationId, values, list: listOfChoices(source) };
      fields.push(...customFieldsOfItems(source, await listItems(context, { ...call, maxItems: MOST_FIELDS })));
    }
    await keepCustomFields(env, connector.id, fields, now());
    return null;
  } catch (error) {
    if (error instanceof ApiProblem) return error.message;
    throw error;
  }
}
