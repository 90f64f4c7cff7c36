import { formatPath } from '@portage/primitives/paths';
import { mediaKind, parseMediaType } from '@portage/primitives/wire';
import type { BodyContent, ExtractedOperation, ExtractedParameter } from '../extracted/extracted.ts';
import { getCachedFlatSchema } from '../extracted/known-flat-schema.ts';
import { chosenContent } from '../extracted/request-schema.ts';
import { operationKey } from '../extracted/units.ts';
import { below, type Located, type SchemaSource } from '../json/json-pointer.ts';
import { buildBody, concreteType } from './build-body.ts';
import { buildHeaders } from './build-headers.ts';
import { buildUrl, formText, type GivenParameter } from './build-url.ts';
import { coerceValue, usualValue } from './coerce-value.ts';
import { type Coercion, startCoercion } from './coercion.ts';
import { isFile } from './file-value.ts';
import { variablesOfOverride } from './graphql-variables.ts';
import { refuseUnsent } from './refuse-unsent.ts';
import { addProblem, throwProblems } from './request-error.ts';
import { type RequestValues, valueOfParameter } from './request-values.ts';
import { isMembers, textOfScalar, withJoinedLists } from './serialize-parameter.ts';
import { writeXml } from './write-xml.ts';

/** A call to a connected system, before it's authorised. */
export interface ConnectorRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

export interface RequestSettings {
  /** The system's address. Its path precedes the operation's. */
  baseUrl: string;
  /** The media type of the body if the document offers several. Default: the best one. */
  contentType?: string;
  /** The values serve several operations, so path and query values without a parameter here are ignored. */
  isOneOfSeveral?: boolean;
  /** Sent instead of the query of a GraphQL operation (spec STEP-35). */
  graphQlQuery?: string;
}

/**
 * Builds an operation's request from values (spec ENG-21). Values are converted to the document's types. A required value with
 * only one possible value is filled in.
 *
 * @throws RequestError naming every field that is missing or can't be sent.
 */
export function buildRequest(
  source: SchemaSource,
  operation: ExtractedOperation,
  values: RequestValues,
  settings: RequestSettings,
): ConnectorRequest {
  const coercion = startCoercion(source, values.cleared);
  refuseUnsent(coercion, operation, values, settings);
  const given = operation.parameters.flatMap((parameter, index) => giveParameter(coercion, operation, parameter, index, values));
  const url = buildUrl(settings.baseUrl, operation, given, coercion);
  const headers = buildHeaders(given, coercion);
  const built = operation.graphQl
    ? graphQlBody(coercion, operation, values, settings)
    : buildRequestBody(coercion, operation, values, settings);
  throwProblems(coercion);
  const answerType = operation.responses.find(({ type }) => type !== undefined)?.type;
  return {
    method: operation.method,
    url: url.href,
    headers: {
      ...(answerType ? { Accept: answerType } : {}),
      ...(built ? { 'Content-Type': built.contentType } : {}),
      ...headers,
    },
    body: built?.body ?? null,
  };
}

function giveParameter(
  coercion: Coercion,
  { id }: ExtractedOperation,
  parameter: ExtractedParameter,
  index: number,
  values: RequestValues,
): GivenParameter[] {
  const { name, place, schema: content, isRequired } = parameter;
  const path = formatPath([place, name]);
  const schema = { value: content, pointer: below(operationKey(id), 'parameters', index, 'schema') };
  const written = valueOfParameter(values, parameter);
  const problemsBefore = coercion.problems.length;
  const isCleared = written === null && (coercion.cleared?.has(path) ?? false);
  const value = isCleared ? '' : written === null ? undefined : coerceValue(coercion, schema, written, path);
  const given = (one: unknown): GivenParameter[] => {
    const content = parameter.contentType === undefined ? null : serializeContent(coercion, schema, parameter.contentType, one);
    return [{ parameter, value: withJoinedLists(one, parameter.innerDelimiters), path, ...(content === null ? {} : { content }) }];
  };
  if (value !== undefined && value !== null) return given(value);
  if (!isRequired || coercion.problems.length > problemsBefore) return [];
  const usual = usualValue(getCachedFlatSchema(coercion.source, schema).members);
  if (usual !== undefined && usual !== null) return given(usual);
  addProblem(coercion, path, 'is required.');
  return [];
}

/** A parameter in the media type that the document gives. */
function serializeContent(coercion: Coercion, schema: Located, type: string, value: unknown): string | null {
  const kind = mediaKind(parseMediaType(type).type);
  if (kind === 'json') return JSON.stringify(value);
  if (kind === 'form' && isMembers(value)) return formText(value, coercion);
  if (kind === 'xml' && typeof value === 'object') return writeXml(coercion.source, schema, value, coercion);
  return textOfScalar(value);
}

/**
 * Returns a function that converts an operation's request body to the document's types, before serialisation. It returns undefined if
 * the request has no body.
 *
 * It throws a RequestError naming every field that is missing or can't be sent.
 */
export function bodyWriter(source: SchemaSource, operation: ExtractedOperation): (values: RequestValues) => unknown {
  const content = chosenContent(operation.body?.contents ?? [], undefined);
  const form = content ? describeForm(operation, content) : null;
  return (values) => {
    const coercion = startCoercion(source, values.cleared);
    const body = form && writtenBody(coercion, operation, form, values);
    throwProblems(coercion);
    return body?.value;
  };
}

function buildRequestBody(coercion: Coercion, operation: ExtractedOperation, values: RequestValues, { contentType }: RequestSettings) {
  if (!operation.body) return null;
  const { contents } = operation.body;
  const content = chosenContent(contents, contentType);
  if (!content) {
    addProblem(coercion, 'body', `cannot be sent as ${contentType}: the operation takes ${contents.map(({ type }) => type).join(', ')}.`);
    return null;
  }
  const form = describeForm(operation, content);
  const body = writtenBody(coercion, operation, form, values);
  if (!body || !form.isXml || typeof body.value === 'string') return body && buildBody(content, body.value, coercion);
  if (isFile(body.value)) return buildBody(content, body.value, coercion);
  const written = writeXml(coercion.source, form.schema, body.value, coercion);
  return written === null ? null : { body: written, contentType: concreteType(content.type, body.value) };
}

/** What a media type means for the values of a body. */
interface BodyForm extends Required<Pick<Coercion, 'filesAreParts' | 'isForm' | 'keepsNull'>> {
  schema: Located;
  isXml: boolean;
  /** A file can be the whole body. */
  mayBeFile: boolean;
}

function describeForm(operation: ExtractedOperation, content: BodyContent): BodyForm {
  const { type } = content;
  const isMultipart = /^\s*multipart\//i.test(type);
  const isEncoded = /x-www-form-urlencoded/i.test(type);
  return {
    schema: bodySchema(operation, content),
    isXml: isXml(content),
    mayBeFile: !isMultipart && !isEncoded && !/json/i.test(type),
    filesAreParts: isMultipart,
    isForm: isMultipart || isEncoded,
    keepsNull: /merge-patch\+json/i.test(type),
  };
}

/** @returns null if the request has no body, or a problem was added */
function writtenBody(
  coercion: Coercion,
  { body }: ExtractedOperation,
  { schema, isXml, mayBeFile, filesAreParts, isForm, keepsNull }: BodyForm,
  { body: value }: RequestValues,
): { value: unknown } | null {
  const given = value ?? (body?.isRequired && fillsItself(coercion, schema) ? {} : undefined);
  if (given === undefined) {
    if (body?.isRequired) addProblem(coercion, 'body', 'is required.');
    return null;
  }
  // A raw body is the file itself; its media type is still needed.
  if (mayBeFile && isFile(given)) return { value: given };
  // XML that is already text is sent as it is.
  if (isXml && typeof given === 'string' && /^\s*</.test(given)) return { value: given };
  const coerced = coerceValue({ ...coercion, filesAreParts, isForm, keepsNull }, schema, given, 'body');
  return coerced === undefined ? null : { value: coerced };
}

function isXml({ type }: BodyContent): boolean {
  return mediaKind(parseMediaType(concreteType(type, null)).type) === 'xml';
}

/** Whether every required member of the body has a single value or a default. */
function fillsItself({ source }: Coercion, schema: Located): boolean {
  const { required, properties } = getCachedFlatSchema(source, schema);
  const isUsual = (name: string) => {
    const property = properties.get(name);
    return property !== undefined && usualValue(getCachedFlatSchema(source, property).members) !== undefined;
  };
  return required.size > 0 && [...required].every(isUsual);
}

export function bodySchema({ id, body }: ExtractedOperation, content: BodyContent): Located {
  const place = body?.contents.indexOf(content) ?? 0;
  return { value: content.schema, pointer: below(operationKey(id), 'body', 'contents', place, 'schema') };
}

/** Query and variables (GraphQL over HTTP). An overriding query is known only by what it says itself. */
function graphQlBody(coercion: Coercion, operation: ExtractedOperation, { body: value }: RequestValues, settings: RequestSettings) {
  const { graphQl, body } = operation;
  const override = settings.graphQlQuery?.trim();
  const [content] = body?.contents ?? [];
  const schema = content ? bodySchema(operation, content) : null;
  const variables = override
    ? variablesOfOverride(coercion, schema, override, value)
    : schema
      ? coerceValue(coercion, schema, value ?? {}, 'body')
      : value;
  const operationName = override ? undefined : graphQl?.operationName;
  const written = { query: override || graphQl?.query, variables: variables ?? {}, ...(operationName ? { operationName } : {}) };
  return { body: JSON.stringify(written), contentType: 'application/json' };
}
