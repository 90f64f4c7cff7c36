import { type ChoiceSource, choicesOfItems, choiceValues, listOfChoices, MissingDependencyError } from '@portage/connectors/choices';
import { loadOperation } from '@portage/connectors/openapi';
import { RequestError } from '@portage/connectors/requests';
import type { LookupEntry } from '@portage/connectors/schema';
import { findConnectorType } from '@portage/database';
import { fillLookup, listAnswerNames, type TemplateLookup } from '@portage/playbooks';
import { openUploaded } from '../../connector-types/documents/import-uploaded.ts';
import { ownConnector } from '../../connector-types/own-connector.ts';
import { listItems } from '../../connectors/choices/call-operation.ts';
import { invalid } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';

/** Nobody could look through more choices. */
const MOST_OPTIONS = 1_000;

export interface LookUp {
  connectorId: string;
  lookup: TemplateLookup;
  answers: ReadonlyMap<string, string>;
  /** Part of a name, or the whole name of a record to find. */
  search: string;
}

/**
 * Asks a system for a question's choices, in the system's order.
 *
 * @throws ApiProblem 400 if an answer is missing, 404 for others' connectors, 502 with the system's own words
 */
export async function lookUp({ connectorId, lookup, answers, search }: LookUp, context: UserContext): Promise<LookupEntry[]> {
  const connector = await ownConnector(context, connectorId);
  const type = await findConnectorType(context.db, 'everyone', connector.connectorTypeId);
  const document = await openUploaded(context.env, type?.openApiDocument ?? null);
  const missing = listAnswerNames(lookup.parameters).find((name) => !answers.has(name));
  if (missing !== undefined) throw invalid('Answer the questions before this one first.', missing);
  const source = toChoiceSource(lookup, answers);
  const operationId = lookup.operation;
  await loadOperation(document, operationId).catch(() => {
    throw invalid(`${type?.name ?? connector.name} has no operation “${operationId}”.`);
  });
  const keys = type?.settings.additionalData.connection?.authParameters ?? [];
  const values = computeValues(() => choiceValues(source, {}, search));
  const list = listOfChoices(source);
  const wanted = search.trim().toLowerCase();
  // A system that searches itself matches more than the record's name. Otherwise a record may be anywhere in its list.
  const isSearched = wanted !== '' && !searchesItself(lookup);
  const maxItems = isSearched ? Number.MAX_SAFE_INTEGER : MOST_OPTIONS;
  const items = await listItems(context, { connector, document, keys, operationId, values, list, maxItems });
  const choices = choicesOfItems(source, items);
  const found = isSearched ? choices.filter(({ name }) => name.toLowerCase().includes(wanted)) : choices;
  return found.slice(0, MOST_OPTIONS);
}

/** The one record with this name, ignoring case; null: no record has it. @throws as lookUp */
export async function findNamed(asked: Omit<LookUp, 'search'>, name: string, context: UserContext): Promise<LookupEntry | null> {
  const wanted = name.trim().toLowerCase();
  const choices = await lookUp({ ...asked, search: name.trim() }, context);
  return choices.find((choice) => choice.name.trim().toLowerCase() === wanted) ?? null;
}

export function searchesItself({ searchParameter, parameters }: TemplateLookup): boolean {
  return searchParameter !== undefined || JSON.stringify(parameters ?? {}).includes('{search}');
}

function toChoiceSource(lookup: TemplateLookup, answers: ReadonlyMap<string, string>): ChoiceSource {
  const { operation, quoting = 'backslash', itemsPath = null, idPath = 'id', namePath = 'name', searchField = 'name' } = lookup;
  const parameters = fillLookup(lookup.parameters ?? {}, answers, quoting) as Record<string, unknown>;
  const searchParameter = lookup.searchParameter ?? null;
  return { operationId: operation, parameters, quoting, dependencies: [], itemsPath, idPath, namePath, searchField, searchParameter };
}

function computeValues<Values>(make: () => Values): Values {
  try {
    return make();
  } catch (error) {
    if (error instanceof MissingDependencyError || error instanceof RequestError) throw invalid(error.message);
    throw error;
  }
}
