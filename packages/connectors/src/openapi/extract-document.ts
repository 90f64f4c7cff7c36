import { HEADER_NAME } from '@portage/primitives/http';
import { readCustomParameterSources } from '../choices/custom-parameters.ts';
import { getEventMode, PLAIN_EVENT } from '../events/event-definition.ts';
import type { DocumentProblem } from '../extracted/document-problem.ts';
import type { DocumentSummary, ExtractedOperation, OperationEntry } from '../extracted/extracted.ts';
import { eventKey, operationKey, schemaUnitKey, unitSource } from '../extracted/units.ts';
import { isObject, listMember, member, textMember } from '../json/json.ts';
import { atPointer } from '../json/json-pointer.ts';
import { inside } from '../json/place.ts';
import { checkPaging, checkServerHosts, checkSoundness } from './check-soundness.ts';
import { compactSchema, shortened } from './compact-schema.ts';
import { extractEntities } from './extract-entities.ts';
import { checkEventOperations, extractCallbacks, extractWebhooks, type FoundEvent, settleEvents } from './extract-events.ts';
import { ADDITIONAL, extractOperation, operationMethods, operationNames, readSecurity } from './extract-operation.ts';
import {
  checkOtherFiles,
  countedProblems,
  type Extraction,
  type Found,
  fail,
  listMembers,
  parsePointer,
  readVersion,
  resolve,
  warn,
} from './extraction.ts';
import { findPaging } from './find-paging.ts';
import { listResources, resourceNames } from './resources.ts';
import { extractSecuritySchemes } from './security-schemes.ts';
import { extractServers } from './servers.ts';

/** A document in the form that everything after the import uses. */
export interface ExtractedDocument {
  summary: DocumentSummary;
  /** Operations, events and schemas, with the keys of ./units.ts. */
  units: ReadonlyMap<string, unknown>;
  problems: DocumentProblem[];
}

/** How many response fields are searched for paging in total; far more than any real document has. */
const MAX_ANSWER_FIELDS = 2_000_000;

/** Limits `x-custom-data`, which is in the part of a document that every list reads. */
const MAX_CUSTOM_DATA_CHARS = 200_000;

/**
 * Converts a document (OpenAPI 3.0 to 3.2, Swagger 2.0) to one compact form. Schemas keep their references, so recursion and size
 * cost nothing (spec CTYPE-23, API-81).
 *
 * @param document from readDocument: limited in depth and size.
 * @returns a result even for a document with errors: `problems` then say what is wrong, and the rest is what could be read.
 */
export function extractDocument(document: unknown): ExtractedDocument {
  const extraction: Extraction = {
    document,
    isSwagger2: member(document, 'swagger') !== undefined,
    replacesSiblings: /^(?:2|3\.0)/.test(readVersion(document)),
    problems: [],
    problemCounts: new Map(),
    otherFiles: new Map(),
    wantedSchemas: new Set(),
    namedOperations: [],
  };
  const openApiVersion = checkVersion(extraction);
  const { operations, callbacks, writtenNames } = extractOperations(extraction);
  const found = [...extractWebhooks(extraction), ...callbacks];
  for (const { resource } of found) if (resource !== null) writtenNames.add(resource);
  const events = settleEvents(found, new Set(operations.map(({ resourceId }) => resourceId)));
  const units = new Map<string, unknown>();
  for (const operation of operations) units.set(operationKey(operation.id), operation);
  for (const event of events) units.set(eventKey(event.id), event);
  takeInSchemas(extraction, units);
  const source = unitSource(units);
  const budget = { fieldsLeft: MAX_ANSWER_FIELDS };
  for (const operation of operations) {
    const paging = findPaging(source, operation, member(writtenOperation(document, operation), 'x-paging'), budget);
    if (paging) Object.assign(operation, { paging, supportsPaging: true });
  }
  const entities = extractEntities(extraction, source, operations);
  const info = member(document, 'info');
  const description = textMember(info, 'description');
  const customParameters = readCustomParameterSources(member(document, 'x-custom-parameters'));
  const summary: DocumentSummary = {
    openApiVersion,
    title: textMember(info, 'title') ?? '',
    version: textMember(info, 'version') ?? '',
    ...(description ? { description: shortened(description) } : {}),
    servers: extractServers(extraction),
    securitySchemes: extractSecuritySchemes(extraction),
    security: readSecurity(document) ?? [],
    resources: listResources(
      document,
      [...operations, ...events].map(({ resourceId }) => resourceId),
      writtenNames,
    ),
    operations: operations.map(buildEntry),
    events: events.map(({ id, name, resourceId, description: text, source: from, definition = PLAIN_EVENT }) => ({
      id,
      name,
      resourceId,
      description: text ?? null,
      source: from,
      mode: getEventMode(definition),
    })),
    ...(customParameters.length > 0 ? { customParameters } : {}),
    ...(entities.length > 0 ? { entities } : {}),
    ...readCustomData(extraction),
  };
  checkSoundness(extraction, summary);
  checkServerHosts(extraction, summary, operations);
  checkPaging(extraction, operations);
  checkEventOperations(extraction, events, new Set(operations.map(({ id }) => id)));
  checkOtherFiles(extraction);
  return { summary, units, problems: countedProblems(extraction) };
}

function readCustomData(extraction: Extraction): Pick<DocumentSummary, 'customData'> {
  const customData = member(extraction.document, 'x-custom-data');
  if (!isObject(customData)) return {};
  if (JSON.stringify(customData).length <= MAX_CUSTOM_DATA_CHARS) return { customData };
  warn(extraction, 'custom-data-long', inside(null, 'x-custom-data'), 'The custom data is too long to be offered.');
  return {};
}

function checkVersion(extraction: Extraction): string {
  const { document, isSwagger2 } = extraction;
  const version = readVersion(document);
  const isKnown = isSwagger2 ? version.startsWith('2') : /^3\.[0-2](\.|$)/.test(version);
  if (version === '') {
    fail(extraction, 'not-a-document', null, 'This is not an OpenAPI document: it has neither "openapi" nor "swagger".');
  } else if (!isKnown) {
    const message = `OpenAPI ${version} cannot be read; 3.0, 3.1, 3.2 and Swagger 2.0 can.`;
    fail(extraction, 'version-unknown', inside(null, isSwagger2 ? 'swagger' : 'openapi'), message);
  }
  const holders = ['paths', 'webhooks', 'x-webhooks', 'components'];
  if (version !== '' && !holders.some((name) => isObject(member(document, name)))) {
    fail(extraction, 'no-paths', null, 'The document has no "paths".');
  }
  return version;
}

interface FoundOperations {
  operations: ExtractedOperation[];
  callbacks: FoundEvent[];
  /** Resource names that the document itself gives. */
  writtenNames: Set<string>;
}

function extractOperations(extraction: Extraction): FoundOperations {
  const operations: ExtractedOperation[] = [];
  const callbacks: FoundEvent[] = [];
  const tags: (string | null)[] = [];
  for (const item of listMembers({ value: extraction.document, place: null }, 'paths')) {
    if (item.name.startsWith('x-')) continue;
    const pathItem = resolve(extraction, item);
    if (!pathItem) continue;
    if (!item.name.startsWith('/'))
      warn(extraction, 'path-without-slash', item.place, `The path "${item.name}" does not begin with a slash.`);
    checkMethods(extraction, pathItem);
    for (const { name: method, ...written } of writtenOperations(extraction, pathItem)) {
      // OpenAPI allows no reference here, but documents in several files have them all the same.
      const operation = resolve(extraction, written);
      if (!operation) continue;
      const { value } = operation;
      if (!isObject(value)) {
        fail(extraction, 'operation-unreadable', operation.place, 'An operation must be an object.');
        continue;
      }
      const extracted = extractOperation(extraction, pathItem, item.name, method, operation);
      operations.push(extracted);
      tags.push((listMember(value, 'tags').find((tag) => typeof tag === 'string' && tag.trim() !== '') as string | undefined) ?? null);
      callbacks.push(...extractCallbacks(extraction, operation, extracted.id));
    }
  }
  const writtenNames = new Set([...operations.map(({ resourceId }) => resourceId), ...tags.filter((tag) => tag !== null)]);
  const names = resourceNames(operations.map(({ path }, index) => ({ path, tag: tags[index] ?? null })));
  for (const [index, operation] of operations.entries()) operation.resourceId ||= names[index] ?? 'Other';
  const operationsById = new Map(operations.map((operation) => [operation.id, operation]));
  const taken = new Set(operations.map(({ resourceId }) => resourceId));
  for (const callback of callbacks) {
    if (callback.resource !== null && taken.has(callback.resource)) continue;
    const operation = operationsById.get(callback.operation ?? '');
    if (operation) callback.resource = operation.resourceId;
  }
  return { operations, callbacks, writtenNames };
}

/** A path's operations by method, with unusual methods last (OpenAPI 3.2). */
function writtenOperations(extraction: Extraction, pathItem: Found): (Found & { name: string })[] {
  const usual = operationMethods.flatMap((name) => {
    const value = member(pathItem.value, name);
    return value === undefined ? [] : [{ name, value, place: inside(pathItem.place, name) }];
  });
  const others = listMembers(pathItem, ADDITIONAL).filter(({ name, place }) => {
    const isUsual = (operationMethods as readonly string[]).includes(name.toLowerCase());
    const isCallable = HEADER_NAME.test(name) && !isUsual && !FORBIDDEN.test(name);
    if (!isCallable) warn(extraction, 'method-unknown', place, `"${name}" isn’t a supported additional method; it was left out.`);
    return isCallable;
  });
  return [...usual, ...others];
}

/** Methods that `fetch` refuses. */
const FORBIDDEN = /^(connect|trace|track)$/i;

const OTHER_MEMBERS: ReadonlySet<string> = new Set([
  ...['$ref', 'summary', 'description', 'servers', 'parameters', ADDITIONAL],
  ...operationMethods,
]);

function checkMethods(extraction: Extraction, { value, place }: Found): void {
  for (const name of Object.keys(isObject(value) ? value : {})) {
    if (OTHER_MEMBERS.has(name) || name.startsWith('x-')) continue;
    warn(extraction, 'method-unknown', inside(place, name), `"${name}" isn’t a supported HTTP method; it was left out.`);
  }
}

/** Adds the wanted schemas and the schemas they refer to, each once. */
function takeInSchemas(extraction: Extraction, units: Map<string, unknown>): void {
  for (const reference of extraction.wantedSchemas) {
    const key = schemaUnitKey(reference);
    if (units.has(key)) continue;
    const schema = atPointer(extraction.document, key);
    if (schema === undefined) continue;
    checkCircle(extraction, key, schema);
    units.set(key, compactSchema(extraction, schema, parsePointer(key)));
  }
}

/** Warns about a schema that only refers back to itself. It accepts any value. */
function checkCircle(extraction: Extraction, pointer: string, schema: unknown): void {
  const seen = new Set([pointer]);
  let reference = textMember(schema, '$ref');
  while (reference !== undefined && !seen.has(reference)) {
    seen.add(reference);
    reference = textMember(atPointer(extraction.document, reference), '$ref');
  }
  if (reference !== pointer) return;
  warn(extraction, 'circular-reference', parsePointer(pointer), 'The reference leads back to itself; any value is accepted there.');
}

function writtenOperation(document: unknown, operation: ExtractedOperation): unknown {
  return operationNames(operation).reduce(member, document);
}

function buildEntry(operation: ExtractedOperation): OperationEntry {
  const { id, name, resourceId, supportsPaging, method, path, isHidden, operationId, graphQlQuery, body } = operation;
  const types = graphQlQuery === undefined ? (body?.contents ?? []).map(({ type }) => type) : [];
  const preferred = body?.preferredType;
  return {
    id,
    name,
    resourceId,
    description: operation.description ? shortened(operation.description, 300) : null,
    supportsPaging,
    method,
    path,
    isHidden,
    ...(operationId ? { operationId } : {}),
    ...(types.length > 1 ? { contentTypes: preferred ? [preferred, ...types.filter((type) => type !== preferred)] : types } : {}),
    ...(operation.dataRoles ? { dataRoles: operation.dataRoles } : {}),
    isGraphQlOperation: graphQlQuery !== undefined,
    ...(graphQlQuery === undefined ? {} : { graphQlQuery }),
  };
}
