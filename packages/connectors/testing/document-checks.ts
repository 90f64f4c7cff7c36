import { Kind, type OperationDefinitionNode, parse } from 'graphql';
import type { ExtractedOperation } from '../src/extracted/extracted.ts';
import { flatSchema } from '../src/extracted/flat-schema.ts';
import { findResponseSchema, hasPath, takesPath } from '../src/extracted/schema-paths.ts';
import { resolveType } from '../src/extracted/schema-type.ts';
import { operationKey } from '../src/extracted/units.ts';
import { isObject } from '../src/json/json.ts';
import { below, type SchemaSource } from '../src/json/json-pointer.ts';

/** A position in a document that calls one of its operations. */
export interface NamedOperation {
  /** Names that lead to it. */
  place: string;
  operation: string;
  parameters: Record<string, unknown>;
  itemsPath: string | undefined;
  /** Paths in an item. */
  inItem: string[];
  /** Paths in the response. */
  inAnswer: string[];
}

const CALLERS =
  /\.(x-lookup|x-autocomplete|x-custom-parameters\.\d+|x-event\.(?:subscribe|unsubscribe|find|renew|poll|fetch)(?:\.then\.\d+)?)$/;

/** Every `operation:` that lookups, own fields and events name. */
export function namedInDocument(document: unknown, place = ''): NamedOperation[] {
  if (typeof document !== 'object' || document === null) return [];
  const within = Object.entries(document).flatMap(([name, value]) => namedInDocument(value, `${place}.${name}`));
  if (!CALLERS.test(place) || !isObject(document)) return within;
  const text = (name: string) => (typeof document[name] === 'string' ? [document[name] as string] : []);
  const isEvent = /\.x-event\./.test(place);
  const namePaths = text('namePath').flatMap((path) =>
    path.includes('{') ? [...path.matchAll(/\{([^}]+)\}/g)].map(([, one = '']) => one) : [path],
  );
  const own = {
    place,
    operation: text('operation')[0] ?? '',
    parameters: (document.parameters ?? document.values ?? {}) as Record<string, unknown>,
    itemsPath: text('itemsPath')[0],
    inItem: /subscribe$|then\.\d+$|renew$/.test(place)
      ? []
      : [...text('idPath'), ...namePaths, ...text('cursorPath'), ...text('typePath'), ...text('choicesPath'), ...text('urlPath')],
    inAnswer: isEvent
      ? [...(/\.subscribe$/.test(place) ? text('idPath') : []), ...text('secretPath'), ...text('nextCursorPath'), ...text('hasMorePath')]
      : [],
  };
  // Renewing without an operation registers again.
  return own.operation === '' && /renew$/.test(place) ? within : [...within, own];
}

/** What is wrong with a named operation: it, its parameters or its response paths don't exist. */
export function wrongReferences(source: SchemaSource, operations: readonly ExtractedOperation[], named: NamedOperation): string[] {
  const operation = operations.find(({ id }) => id === named.operation);
  if (!operation) return [`${named.place}: there is no "${named.operation}"`];
  const wrong = (text: string) => `${named.place} (${named.operation}): ${text}`;
  const unknown = Object.keys(named.parameters).filter((path) => !takesPath(source, operation, path));
  const response = findResponseSchema(operation);
  const items = named.itemsPath ?? operation.paging?.itemsPath ?? '';
  const inAnswer = response ? [items, ...named.inAnswer].filter((path) => !hasPath(source, response, path)) : [];
  const inItem = response ? named.inItem.filter((path) => !hasPath(source, response, [items, '[]', path].filter(Boolean).join('.'))) : [];
  return [
    ...unknown.map((path) => wrong(`takes no ${path}`)),
    ...(response || named.inAnswer.length + named.inItem.length === 0 ? [] : [wrong('does not say what it answers')]),
    ...inAnswer.map((path) => wrong(`answers without ${path}`)),
    ...inItem.map((path) => wrong(`its items have no ${path}`)),
  ];
}

export function wrongPaging(source: SchemaSource, operation: ExtractedOperation): string[] {
  const { paging, id } = operation;
  if (!paging) return [];
  const asked = ['parameter', 'sizeParameter'].flatMap((name) => texts(paging, name)).filter((path) => !takesPath(source, operation, path));
  const response = findResponseSchema(operation);
  const read = ['itemsPath', 'responsePath', 'hasMorePath'].flatMap((name) => texts(paging, name));
  const missing = response ? read.filter((path) => !hasPath(source, response, path)) : read;
  return [...asked, ...missing].map((path) => `${id}: pages by ${path}, which it does not have`);
}

export function wrongFailure(source: SchemaSource, operation: ExtractedOperation): string[] {
  const response = findResponseSchema(operation);
  if (!response) return [];
  // An error response replaces the list, which has no members of its own.
  if (resolveType(flatSchema(source, response)) === 'array') return [];
  const paths = (operation.failureSigns ?? []).flatMap(({ path, messagePath }) => [path, messagePath ?? '']);
  return paths
    .filter((path) => !hasPath(source, response, path))
    .map((path) => `${operation.id}: would fail by ${path}, which it does not answer`);
}

/** Errors in a query: unreadable text, or variables that its form doesn't describe. */
export function wrongGraphQl(source: SchemaSource, { id, graphQl, body }: ExtractedOperation): string[] {
  if (!graphQl) return [];
  const definitions = parse(graphQl.query).definitions.filter(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION,
  ) as OperationDefinitionNode[];
  const [definition] = definitions;
  if (definitions.length !== 1 || !definition) return [`${id}: has ${definitions.length} operations`];
  const declared = definition.variableDefinitions ?? [];
  const flat = flatSchema(source, {
    value: body?.contents[0]?.schema ?? {},
    pointer: below(operationKey(id), 'body', 'contents', 0, 'schema'),
  });
  const variables = declared.map(({ variable }) => variable.name.value).sort();
  const required = declared
    .filter(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && !defaultValue)
    .map(({ variable }) => variable.name.value);
  const fields = [...flat.properties.keys()].sort();
  const notRequired = required.filter((name) => !flat.required.has(name));
  const unused = variables.filter((name) => (graphQl.query.match(new RegExp(`\\$${name}\\b`, 'g')) ?? []).length < 2);
  return [
    ...(JSON.stringify(variables) === JSON.stringify(fields) ? [] : [`${id}: variables ${variables}, fields ${fields}`]),
    ...notRequired.map((name) => `${id}: ${name} must be required`),
    ...unused.map((name) => `${id}: ${name} is not used`),
    ...(graphQl.operationName && graphQl.operationName !== definition.name?.value ? [`${id}: there is no ${graphQl.operationName}`] : []),
  ];
}

function texts(value: object, name: string): string[] {
  const text = (value as Record<string, unknown>)[name];
  return typeof text === 'string' ? [text] : [];
}
