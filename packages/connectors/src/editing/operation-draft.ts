import { isSameJson } from '@portage/primitives/json';
import { isObject, listMember, member, textMember } from '../json/json.ts';
import { contentRank } from '../openapi/content-rank.ts';
import { nameOfOperation } from '../openapi/operation-names.ts';
import {
  type EditedParameter,
  isPlainObject,
  isSameParameter,
  parametersMember,
  pathNames,
  propertySchema,
  readBody,
  readParameters,
  writeParameter,
} from './parameters.ts';
import { getReference, type RawSchema, rawSchema, withMember, without, withProperties } from './schema-view.ts';

/** Spec CTYPE-18: "method default Get". */
export const editedMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** One operation of a document, with its references resolved. */
export interface OperationSource {
  method: string;
  path: string;
  operation: Readonly<Record<string, unknown>>;
  /** The path item's parameters. */
  pathParameters: readonly unknown[];
  /** Parameters, bodies and responses that the operation refers to, by reference. */
  referenced: Readonly<Record<string, unknown>>;
  isSwagger2: boolean;
  /** The resource to show in lists if the operation names none. */
  resource: string;
}

/** The fields of the operation editor (spec CTYPE-18). */
export interface OperationDraft {
  /** Its operationId or, without one, its method and path. */
  id: string;
  name: string;
  description: string;
  resource: string;
  url: string;
  method: string;
  isHidden: boolean;
  /** Null if it isn't a GraphQL operation. */
  graphQlQuery: string | null;
  graphQlOperationName: string;
  /** `x-paging`. Undefined: paging is detected by names. False: none. */
  paging: unknown;
  parameters: EditedParameter[];
  contentType: string;
  response: ResponseDraft;
}

export interface ResponseDraft {
  status: string;
  schema: RawSchema | null;
  /** Set if it's defined elsewhere in the document and can only be viewed here. */
  reference: string | null;
}

const JSON_TYPE = 'application/json';

export function newOperationSource({ isSwagger2 }: { isSwagger2: boolean }): OperationSource {
  return { method: 'GET', path: '', operation: {}, pathParameters: [], referenced: {}, isSwagger2, resource: '' };
}

/** The key that identifies an operation in lists. */
export function buildOperationKey(method: string, url: string): string {
  return `${method.toUpperCase()} ${url}`;
}

export function readOperation(source: OperationSource): OperationDraft {
  const { operation, method, path } = source;
  const operationId = textMember(operation, 'operationId');
  const id = operationId ?? (path ? buildOperationKey(method, path) : '');
  const graphQl = member(operation, 'x-graphql');
  const own = readParameters(parametersMember(operation), source, 'own');
  const inherited = readParameters(source.pathParameters, source, 'path')
    .filter((parameter) => !own.some(({ kind, name }) => kind === parameter.kind && name === parameter.name))
    .map((parameter) => ({ ...parameter, isInherited: true }));
  const body = readBodyPart(source);
  return {
    id,
    name: textMember(operation, 'summary')?.trim() || (id === '' ? '' : nameOfOperation({ summary: undefined, operationId, method, path })),
    description: textMember(operation, 'description') ?? '',
    resource: textMember(operation, 'x-resource') ?? source.resource,
    url: path,
    method: method.toUpperCase(),
    isHidden: member(operation, 'x-hidden') === true,
    graphQlQuery: textMember(graphQl, 'query') ?? null,
    graphQlOperationName: textMember(graphQl, 'operationName') ?? '',
    paging: member(operation, 'x-paging'),
    parameters: [...inherited, ...own, ...(body ? readBody(body.schema, body) : [])],
    contentType: body?.contentType ?? JSON_TYPE,
    response: readResponse(source),
  };
}

interface BodyPart {
  contentType: string;
  schema: RawSchema;
  isRequired: boolean;
  description: string;
}

/** The editable part of the body: its best content, or the `body` parameter of Swagger 2.0. */
function readBodyPart(source: OperationSource): BodyPart | null {
  const { operation, isSwagger2 } = source;
  const isRequired = (value: unknown) => member(value, 'required') === true;
  if (isSwagger2) {
    const list = parametersMember(operation);
    const found = list.find((parameter) => textMember(parameter, 'in') === 'body');
    const contentType = String(listMember(operation, 'consumes')[0] ?? JSON_TYPE);
    if (found === undefined) return null;
    return {
      contentType,
      schema: rawSchema(member(found, 'schema')),
      isRequired: isRequired(found),
      description: textMember(found, 'description') ?? '',
    };
  }
  const body = resolved(member(operation, 'requestBody'), source);
  const types = Object.keys(rawSchema(member(body, 'content'))).sort((left, right) => contentRank(left) - contentRank(right));
  const [contentType] = types;
  if (contentType === undefined) return null;
  const schema = rawSchema(member(member(member(body, 'content'), contentType), 'schema'));
  return { contentType, schema, isRequired: isRequired(body), description: textMember(body, 'description') ?? '' };
}

function resolved(value: unknown, { referenced }: OperationSource): unknown {
  const reference = isObject(value) ? getReference(value) : null;
  return reference === null ? value : referenced[reference];
}

function readResponse(source: OperationSource): ResponseDraft {
  const responses = Object.entries(rawSchema(member(source.operation, 'responses')));
  const [status, raw] = responses.find(([name]) => /^2/.test(name)) ?? responses.find(([name]) => name === 'default') ?? ['200', undefined];
  const reference = isObject(raw) ? getReference(raw) : null;
  const response = resolved(raw, source);
  const content = source.isSwagger2 ? response : member(member(response, 'content'), pickContentType(response));
  const schema = member(content, 'schema');
  return { status, schema: isObject(schema) ? schema : null, reference };
}

function pickContentType(response: unknown): string {
  const [best = JSON_TYPE] = Object.keys(rawSchema(member(response, 'content'))).sort(
    (left, right) => contentRank(left) - contentRank(right),
  );
  return best;
}

/** Problems that keep an operation from being saved, by field (spec CTYPE-18). */
export function operationProblems(
  draft: OperationDraft,
  source: OperationSource | null,
  taken: ReadonlySet<string>,
): Record<string, string> {
  const problems: Record<string, string> = {};
  const need = (field: 'id' | 'name' | 'resource' | 'url' | 'method', label: string) => {
    if (draft[field].trim() === '') problems[field] = `Please input ${label}`;
  };
  need('id', 'Id');
  need('name', 'Name');
  need('resource', 'Resource');
  need('url', 'Url');
  need('method', 'Method');
  if (!problems.url && !draft.url.startsWith('/')) problems.url = 'The url must start with /';
  const key = buildOperationKey(draft.method, draft.url);
  const isOwn = source !== null && key === buildOperationKey(source.method, source.path);
  if (!problems.url && !isOwn && taken.has(key))
    problems.url = `There is already an operation ${key}. Add a fragment, as in ${draft.url}#name, to have another`;
  const names = new Map<string, number>();
  const inPath = pathNames(draft.url);
  for (const { key: at, kind, name, isInherited } of draft.parameters) {
    const place = `${kind === 'BodyProperty' ? 'Body' : kind} ${name}`;
    if (name.trim() === '') problems[at] = 'Please input Name';
    else if (names.has(place)) problems[at] = `There is already a parameter ${name} here`;
    else if (kind === 'Path' && !inPath.includes(name) && !isInherited) problems[at] = `The url has no placeholder {${name}}`;
    names.set(place, 1);
  }
  const bodies = draft.parameters.filter(({ kind }) => kind === 'Body');
  if (bodies[0] && (bodies.length > 1 || draft.parameters.some(({ kind }) => kind === 'BodyProperty'))) {
    problems[bodies.at(-1)?.key ?? ''] = 'A body is either one parameter or its properties';
  }
  return problems;
}

/** The operation to write. Only changes are written, so everything that this editor doesn't know stays as it was. */
export function writeOperation(source: OperationSource, draft: OperationDraft): Readonly<Record<string, unknown>> {
  const before = readOperation(source);
  let operation = source.operation;
  const changed = <Field extends keyof OperationDraft>(field: Field) => !isSameJson(draft[field] ?? null, before[field] ?? null);
  const set = (name: string, value: unknown) => {
    operation = withMember(operation, name, value);
  };
  if (changed('id')) set('operationId', draft.id === buildOperationKey(draft.method, draft.url) ? undefined : draft.id.trim());
  if (changed('name')) set('summary', draft.name.trim());
  if (changed('description')) set('description', draft.description);
  if (changed('resource')) set('x-resource', draft.resource.trim());
  if (changed('isHidden')) set('x-hidden', draft.isHidden || undefined);
  if (changed('graphQlQuery') || changed('graphQlOperationName')) {
    const graphQl = withMember(
      { ...rawSchema(member(operation, 'x-graphql')), query: draft.graphQlQuery ?? '' },
      'operationName',
      draft.graphQlOperationName.trim(),
    );
    set('x-graphql', draft.graphQlQuery === null ? undefined : graphQl);
  }
  if (changed('paging')) set('x-paging', draft.paging);
  const complete = withPathParameters(draft);
  if (!isSameList(complete.parameters, before.parameters) || changed('contentType') || changed('url')) {
    operation = withParameters(operation, source, complete, before);
    operation = withBody(operation, source, complete, before);
  }
  if (changed('response')) operation = withResponse(operation, source, draft.response);
  // OpenAPI requires one.
  if (!isObject(member(operation, 'responses'))) set('responses', { [draft.response.status || '200']: { description: 'OK' } });
  return operation;
}

function isSameList(left: readonly EditedParameter[], right: readonly EditedParameter[]): boolean {
  return (
    left.length === right.length && left.every((parameter, at) => parameter.key === right[at]?.key && isSameParameter(parameter, right[at]))
  );
}

/** Adds a text parameter for every placeholder of the path that has none. */
function withPathParameters(draft: OperationDraft): OperationDraft {
  const missing = pathNames(draft.url).filter(
    (name) => !draft.parameters.some((parameter) => parameter.kind === 'Path' && parameter.name === name),
  );
  const added = missing.map((name): EditedParameter => {
    return { key: `place ${name}`, kind: 'Path', name, isRequired: true, description: '', schema: { type: 'string' } };
  });
  return added.length > 0 ? { ...draft, parameters: [...added, ...draft.parameters] } : draft;
}

function withParameters(operation: RawSchema, source: OperationSource, draft: OperationDraft, before: OperationDraft): RawSchema {
  const list = parametersMember(source.operation);
  const isForm = hasFormParameters(source);
  const moved = draft.url !== source.path;
  const isListed = ({ kind }: EditedParameter) => kind !== 'Body' && (kind !== 'BodyProperty' || isForm);
  const existing = before.parameters;
  const written = draft.parameters.filter(isListed).flatMap((parameter): unknown[] => {
    const old = existing.find(({ key }) => key === parameter.key);
    // The path's own parameters stay there, unless they were changed here or the operation moves to another path.
    if (parameter.isInherited && !moved && old && isSameParameter(parameter, old)) return [];
    return [writeParameter(parameter, old, source)];
  });
  const shown = new Set(existing.filter((parameter) => isListed(parameter) && !parameter.isInherited).map(({ raw }) => raw));
  const others = list.filter((raw) => !shown.has(raw));
  const all = [...written, ...others];
  return withMember(operation, 'parameters', all.length > 0 || list.length > 0 ? all : undefined);
}

/** Swagger 2.0 describes forms as parameters. */
function hasFormParameters({ isSwagger2, operation }: OperationSource): boolean {
  return isSwagger2 && parametersMember(operation).some((parameter) => textMember(parameter, 'in') === 'formData');
}

function withBody(operation: RawSchema, source: OperationSource, draft: OperationDraft, before: OperationDraft): RawSchema {
  if (hasFormParameters(source)) return operation;
  const isOfBody = ({ kind }: EditedParameter) => kind === 'Body' || kind === 'BodyProperty';
  const [parameters, old] = [draft.parameters.filter(isOfBody), before.parameters.filter(isOfBody)];
  if (isSameList(parameters, old) && draft.contentType === before.contentType) return operation;
  const body = readBodyPart(source);
  const whole = parameters.find(({ kind }) => kind === 'Body');
  if (parameters.length === 0) {
    if (!source.isSwagger2) return withMember(operation, 'requestBody', undefined);
    const rest = parametersMember(operation).filter((parameter) => textMember(parameter, 'in') !== 'body');
    return withMember(operation, 'parameters', rest.length > 0 ? rest : undefined);
  }
  const plain = body && isPlainObject(body.schema) ? body.schema : {};
  const schema =
    whole?.schema ??
    withProperties(
      { type: 'object', ...plain },
      parameters.map((parameter) => ({ name: parameter.name, schema: propertySchema(parameter), isRequired: parameter.isRequired })),
    );
  const isRequired = whole ? whole.isRequired : body?.isRequired || parameters.some((parameter) => parameter.isRequired);
  if (source.isSwagger2) {
    const list = parametersMember(operation);
    const at = list.findIndex((parameter) => textMember(parameter, 'in') === 'body');
    const made = { ...rawSchema(list[at] ?? { name: 'body', in: 'body' }), schema };
    const described = whole ? withMember(made, 'description', whole.description || undefined) : made;
    const next = withMember(described, 'required', isRequired || undefined);
    return { ...operation, parameters: at === -1 ? [...list, next] : list.map((parameter, index) => (index === at ? next : parameter)) };
  }
  const holder = rawSchema(resolved(member(operation, 'requestBody'), source));
  const content = rawSchema(member(holder, 'content'));
  const media = rawSchema(body ? member(content, body.contentType) : undefined);
  const others = without(content, body && body.contentType !== draft.contentType ? [body.contentType] : []);
  let requestBody: RawSchema = { ...holder, content: { ...others, [draft.contentType]: { ...media, schema } } };
  requestBody = withMember(requestBody, 'required', isRequired || undefined);
  if (whole) requestBody = withMember(requestBody, 'description', whole.description || undefined);
  return { ...operation, requestBody };
}

function withResponse(operation: RawSchema, source: OperationSource, { status, schema }: ResponseDraft): RawSchema {
  const responses = rawSchema(member(operation, 'responses'));
  const before = readResponse(source);
  const response = rawSchema(resolved(member(responses, before.status), source));
  const others = before.status === status ? responses : without(responses, [before.status]);
  const described = { description: 'OK', ...response };
  if (source.isSwagger2) return { ...operation, responses: { ...others, [status]: withMember(described, 'schema', schema ?? undefined) } };
  const type = pickContentType(response);
  const content = rawSchema(member(response, 'content'));
  const media = withMember(rawSchema(member(content, type)), 'schema', schema ?? undefined);
  const next = Object.keys(media).length > 0 ? { ...content, [type]: media } : without(content, [type]);
  const written = withMember(described, 'content', Object.keys(next).length > 0 ? next : undefined);
  return { ...operation, responses: { ...others, [status]: written } };
}
