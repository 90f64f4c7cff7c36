import type { DataRoles, ExtractedBody, ExtractedGraphQl, ExtractedOperation, SecurityRequirement } from '../extracted/extracted.ts';
import { readFailureSigns } from '../extracted/failure-signs.ts';
import { nameOfSummary, withoutRepeats } from '../extracted/readable-name.ts';
import { isObject, listMember, member, textMember } from '../json/json.ts';
import { shortened } from './compact-schema.ts';
import { extractBody } from './extract-body.ts';
import { extractParameters, findParameters } from './extract-parameters.ts';
import { extractResponses } from './extract-responses.ts';
import { type Extraction, type Found, warn } from './extraction.ts';
import { nameOfOperation } from './operation-names.ts';
import { serverUrl } from './servers.ts';

export const operationMethods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'] as const;

/** The names that lead from a path to one of its operations. Additional methods have their own object (OpenAPI 3.2). */
export function operationNames({ path, method }: { path: string; method: string }): string[] {
  const usual = method.toLowerCase();
  return (operationMethods as readonly string[]).includes(usual) ? ['paths', path, usual] : ['paths', path, ADDITIONAL, method];
}

export const ADDITIONAL = 'additionalOperations';

/** Longer than any form shows, short enough for hundreds of them. */
const MAX_DESCRIPTION = 2_000;

/** OpenAPI writes the usual methods in lower case; any other is sent as written. */
function sentMethod(method: string): string {
  return (operationMethods as readonly string[]).includes(method) ? method.toUpperCase() : method;
}

/** An operation's id: its method and path. In real documents, operationIds may be missing or duplicated. */
function buildOperationId(method: string, path: string): string {
  return `${sentMethod(method)} ${path}`;
}

/**
 * Reads one operation. Its paging is determined later, when all schemas are known, and its resource when all operations are.
 *
 * @param pathItem with references followed.
 */
export function extractOperation(extraction: Extraction, pathItem: Found, path: string, method: string, found: Found): ExtractedOperation {
  const { value } = found;
  const parameters = findParameters(extraction, found, pathItem);
  const body = extractBody(extraction, found, parameters);
  if (body && !isEmptyBody(body) && (method === 'get' || method === 'head')) {
    warn(extraction, 'body-on-get', found.place, `A ${method.toUpperCase()} request can't carry a body, so this one is left out.`);
  }
  const security = readSecurity(value);
  const graphQl = readGraphQl(value);
  const failureSigns = readFailureSigns(value, extraction.document);
  const dataRoles = readDataRoles(value);
  const omitsEmptyList = (member(value, 'x-omits-empty-list') ?? member(extraction.document, 'x-omits-empty-list')) === true;
  const server = readServerUrl(value) ?? readServerUrl(pathItem.value);
  const operationId = textMember(value, 'operationId');
  const summary = textMember(value, 'summary');
  const description = withoutRepeats([nameOfSummary(summary) === null ? summary : null, textMember(value, 'description')]);
  return {
    id: buildOperationId(method, path),
    method: sentMethod(method),
    path,
    ...(operationId ? { operationId } : {}),
    name: nameOfOperation({ summary, operationId, method, path }),
    description: description ? shortened(description, MAX_DESCRIPTION) : null,
    resourceId: textMember(value, 'x-resource') ?? '',
    supportsPaging: false,
    ...(server ? { server } : {}),
    parameters: extractParameters(extraction, parameters, path),
    ...(body && method !== 'get' && method !== 'head' ? { body } : {}),
    responses: extractResponses(extraction, found),
    ...(failureSigns.length > 0 ? { failureSigns } : {}),
    ...(omitsEmptyList ? { omitsEmptyList } : {}),
    ...(graphQl ? { graphQl, graphQlQuery: graphQl.query } : {}),
    ...(security ? { security } : {}),
    isHidden: member(value, 'x-hidden') === true,
    isDeprecated: member(value, 'deprecated') === true,
    ...(dataRoles ? { dataRoles } : {}),
  };
}

/** Whether it's one of the empty forms that generators add to every operation. */
function isEmptyBody({ contents }: ExtractedBody): boolean {
  return contents.every(({ schema }) => {
    if (!isObject(schema) || schema.type !== 'object') return false;
    return Object.entries(schema).every(([name, value]) => name === 'type' || (isObject(value) && Object.keys(value).length === 0));
  });
}

export function readSecurity(value: unknown): SecurityRequirement[] | null {
  if (!Array.isArray(member(value, 'security'))) return null;
  return listMember(value, 'security')
    .filter(isObject)
    .map((requirement) =>
      Object.fromEntries(Object.entries(requirement).map(([name, scopes]) => [name, Array.isArray(scopes) ? scopes.map(String) : []])),
    );
}

/** `x-graphql: { query, operationName }`: the operation posts this query, and its body holds the query's variables. */
function readGraphQl(value: unknown): ExtractedGraphQl | null {
  const query = textMember(member(value, 'x-graphql'), 'query');
  const operationName = textMember(member(value, 'x-graphql'), 'operationName');
  return query ? { query, ...(operationName ? { operationName } : {}) } : null;
}

/** Each role has one or several kinds of data. */
function readDataRoles(value: unknown): DataRoles | null {
  const kindsOf = (name: string) => [member(value, name)].flat().filter((kind): kind is string => typeof kind === 'string' && kind !== '');
  const written = { syncSource: kindsOf('x-sync-source'), syncTarget: kindsOf('x-sync-target'), getData: kindsOf('x-get-data') };
  const roles = Object.entries(written).filter(([, kinds]) => kinds.length > 0);
  return roles.length > 0 ? Object.fromEntries(roles) : null;
}

function readServerUrl(value: unknown): string | undefined {
  const [first] = listMember(value, 'servers');
  return serverUrl(first)?.url;
}
