import { choicesOfItems, choiceValues, findChoiceSource, listOfChoices, MissingDependencyError } from '@portage/connectors/choices';
import type { ConnectorDocument } from '@portage/connectors/openapi';
import type { FoundChoices } from '@portage/connectors/schema';
import { MIN_SEARCH_LENGTH } from '@portage/contracts';
import { findConnectorType } from '@portage/database';
import { BoundedCache } from '@portage/primitives/bounded-cache';
import { MINUTE_MS } from '@portage/primitives/durations';
import { openUploaded } from '../../connector-types/documents/import-uploaded.ts';
import { ownConnector } from '../../connector-types/own-connector.ts';
import { invalid, notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { listItems } from './call-operation.ts';

/** Nobody could look through more choices. */
const MOST_LOOKUPS = 1_000;
const MOST_OPTIONS = 100;
const MOST_REMEMBERED = 300;
/** Most operations to search for a field that is named only by its path. */
const MOST_SEARCHED = 200;

export interface AskedChoices {
  connectorId: string;
  parameterPath: string;
  /** Null is the same as absent. */
  operationId?: string | null | undefined;
  eventId?: string | null | undefined;
  lookupParameters: Readonly<Record<string, string>> | null;
}

const choices = new BoundedCache<FoundChoices>({ maxSize: MOST_REMEMBERED, livesMs: MINUTE_MS });

/** API-85. @throws ApiProblem 400 if something is missing, 404 for others' connectors, 502 with the system's own words */
export function findLookupOptions(context: UserContext, asked: AskedChoices): Promise<FoundChoices> {
  return findChoices(context, asked, 'lookup', '', MOST_LOOKUPS);
}

/** API-86. Fewer than three characters find nothing. @throws as findLookupOptions */
export async function findAutocompleteOptions(context: UserContext, asked: AskedChoices, searchValue: string): Promise<FoundChoices> {
  const search = searchValue.trim();
  if ([...search].length < MIN_SEARCH_LENGTH) throw invalid(`Type at least ${MIN_SEARCH_LENGTH} characters.`, 'searchValue');
  return findChoices(context, asked, 'autocomplete', search, MOST_OPTIONS);
}

async function findChoices(
  context: UserContext,
  asked: AskedChoices,
  kind: 'lookup' | 'autocomplete',
  search: string,
  most: number,
): Promise<FoundChoices> {
  const { connectorId, parameterPath } = asked;
  const [operationId, eventId, lookupParameters] = [
    asked.operationId ?? undefined,
    asked.eventId ?? undefined,
    asked.lookupParameters ?? {},
  ];
  const connector = await ownConnector(context, connectorId);
  const type = await findConnectorType(context.db, 'everyone', connector.connectorTypeId);
  const location = type?.openApiDocument ?? null;
  const document = await openUploaded(context.env, location);
  const isNamed = operationId !== undefined || eventId !== undefined;
  const source = isNamed
    ? await findChoiceSource(document, { operationId, eventId, parameterPath }, kind).catch(() => {
        throw notFound(operationId === undefined ? 'This event' : 'This operation');
      })
    : await onlySource(document, parameterPath, kind);
  if (!source) throw notFound('A list of choices for this field');
  const { operationId: choicesOf } = source;
  if (choicesOf === null) {
    throw invalid('The document of this application does not say where the choices come from. Enter the value by hand.', 'parameterPath');
  }
  const given = Object.entries(lookupParameters).filter(([path]) => source.dependencies.includes(path));
  const key = JSON.stringify([connector.id, location?.fileStorageId, source, given.sort(), search]);
  const known = choices.get(key, context.now().getTime());
  if (known) return known;
  const values = valuesFor(() => choiceValues(source, lookupParameters, search));
  const keys = type?.settings.additionalData.connection?.authParameters ?? [];
  const call = { connector, document, keys, operationId: choicesOf, values, list: listOfChoices(source) };
  const items = await listItems(context, { ...call, maxItems: kind === 'lookup' ? most + 1 : 1 });
  const all = choicesOfItems(source, items);
  const found = { choices: all.slice(0, most), isCut: all.length > most };
  choices.set(key, found, { nowMs: context.now().getTime() });
  return found;
}

/**
 * For a field whose operation the call doesn't name, as API-85 and API-86 allow: the only source that fields with this path have.
 *
 * @throws ApiProblem 400 if there are several, or too many operations to search
 */
async function onlySource(document: ConnectorDocument, parameterPath: string, kind: 'lookup' | 'autocomplete') {
  const operations = document.summary.operations.filter(({ isHidden }) => !isHidden);
  const unclear = () => invalid('Name the operation or event the field belongs to.', 'operationId');
  if (operations.length > MOST_SEARCHED) throw unclear();
  const asked = operations.map(({ id }) => findChoiceSource(document, { operationId: id, parameterPath }, kind));
  const found = (await Promise.all(asked)).filter((source) => source !== null);
  const different = new Map(found.map((source) => [JSON.stringify(source), source]));
  if (different.size > 1) throw unclear();
  return found[0] ?? null;
}

function valuesFor<Values>(make: () => Values): Values {
  try {
    return make();
  } catch (error) {
    throw error instanceof MissingDependencyError ? invalid(error.message, error.path) : error;
  }
}
