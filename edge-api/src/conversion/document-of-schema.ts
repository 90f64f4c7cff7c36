import { type RawSchema, rawSchema, withMember } from '@portage/connectors/editing';
import { operationMethods } from '@portage/connectors/openapi';
import { isObject } from '@portage/primitives/json';

type Loose = Readonly<Record<string, unknown>>;

const PLACES = ['path', 'query', 'header', 'cookie'] as const;
/** Attributes of a node, and their names in documents (docs/openapi-documents.md). */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  Advanced: 'x-advanced',
  paging_offset: 'x-paging-offset',
  textarea: 'x-textarea',
  hide: 'x-hide',
  'x-custom-form': 'x-custom-form',
  show_description: 'x-show-description',
  next_page_url: 'x-next-page-url',
};

/**
 * The OpenAPI document of a connector schema: resources, operations with their schema nodes, events, customData (spec
 * CTYPE-23, API-108). Missing parts don't throw; the document's own check reports them.
 */
export function documentOfSchema(schema: Loose): Loose {
  const operations = toObjectList(schema.operations);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const { method, path, isIdAKey } = resolveCall(operation);
    paths[path] = { ...paths[path], [method]: buildOperation(operation, isIdAKey) };
  }
  const tags = toObjectList(schema.resources).map(({ id, name, description }) =>
    withMember({ name: toText(id) || toText(name) }, 'description', toText(description) || undefined),
  );
  const events = toObjectList(schema.events).map((event): [string, unknown] => [
    toText(event.id) || toText(event.name),
    { post: buildEvent(event) },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: toText(schema.title) || toText(schema.name) || 'schema', version: toText(schema.version) || '1.0.0' },
    ...(toText(schema.baseUrl) ? { servers: [{ url: toText(schema.baseUrl) }] } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    paths,
    ...(events.length > 0 ? { webhooks: Object.fromEntries(events) } : {}),
    ...(schema.customData === undefined || schema.customData === null ? {} : { 'x-custom-data': schema.customData }),
  };
}

/** Method and path of an operation: its own, otherwise those in its id. */
function resolveCall(operation: Loose): { method: string; path: string; isIdAKey: boolean } {
  const [, idMethod = '', idPath = ''] = /^(\S+) (\S.*)$/.exec(toText(operation.id)) ?? [];
  return {
    method: (toText(operation.httpMethod) || toText(operation.method) || idMethod || 'get').toLowerCase(),
    path: toText(operation.path) || toText(operation.url) || idPath,
    isIdAKey: idPath !== '',
  };
}

/** Why operations of a connector schema can't be called: no URL, an unknown method, or another operation's call. */
export function operationErrors(schema: Loose): string[] {
  const known = new Map<string, string>();
  return toObjectList(schema.operations).flatMap((operation, index) => {
    const { method, path } = resolveCall(operation);
    const name = toText(operation.id) || toText(operation.name) || `number ${index + 1}`;
    const call = `${method.toUpperCase()} ${path}`;
    const other = known.get(call);
    known.set(call, name);
    const errors: string[] = [];
    if (!path.startsWith('/'))
      errors.push(`Operation "${name}" ${path === '' ? 'has no URL' : `has the URL "${path}"`}: it must begin with "/".`);
    if (!(operationMethods as readonly string[]).includes(method)) errors.push(`Operation "${name}" has the unknown method "${method}".`);
    if (other !== undefined && path !== '') errors.push(`Operation "${name}" makes the same call as "${other}": ${call}.`);
    return errors;
  });
}

function buildOperation(operation: Loose, isIdAKey: boolean): RawSchema {
  const request = rawSchema(operation.requestSchema);
  const groups = toObjectList(request.properties);
  const parameters = groups.flatMap((group) => {
    const place = PLACES.find((one) => one === group.name);
    return place ? toObjectList(group.properties).map((node) => buildParameter(node, place)) : [];
  });
  const body = groups.find(({ name }) => name === 'body');
  const answer = isObject(operation.responseSchema)
    ? { content: { 'application/json': { schema: schemaOfNode(operation.responseSchema) } } }
    : {};
  let made: RawSchema = withMember({}, 'operationId', toText(operation.operationId) || (isIdAKey ? undefined : toText(operation.id)));
  made = withMember(made, 'summary', toText(operation.name));
  made = withMember(made, 'description', toText(operation.description));
  made = withMember(made, 'x-resource', toText(operation.resourceId) || toText(operation.resource));
  made = withMember(made, 'x-hidden', operation.isHidden === true || undefined);
  if (toText(operation.graphQlQuery)) made = { ...made, 'x-graphql': { query: operation.graphQlQuery } };
  if (parameters.length > 0) made = { ...made, parameters };
  if (body) {
    const requestBody = { content: { 'application/json': { schema: schemaOfNode(body) } } };
    made = { ...made, requestBody: body.isRequired === true ? { required: true, ...requestBody } : requestBody };
  }
  return { ...made, responses: { 200: { description: 'OK', ...answer } } };
}

function buildEvent(event: Loose): RawSchema {
  let made: RawSchema = withMember({}, 'summary', toText(event.name));
  made = withMember(made, 'description', toText(event.description));
  made = withMember(made, 'x-resource', toText(event.resourceId));
  if (isObject(event.payloadSchema)) {
    made = { ...made, requestBody: { content: { 'application/json': { schema: schemaOfNode(event.payloadSchema) } } } };
  }
  return { ...made, responses: { 200: { description: 'Received' } } };
}

function buildParameter(node: Loose, path: string): RawSchema {
  const { description, ...schema } = schemaOfNode(node);
  const required = node.isRequired === true || path === 'path' ? { required: true } : {};
  return { name: toText(node.name), in: path, ...required, ...(description ? { description } : {}), schema };
}

/** The schema of a node (spec STEP-106), or of a parameter in CTYPE-25's terms. */
function schemaOfNode(node: Loose): RawSchema {
  let schema: RawSchema = { ...buildTypeSchema(node) };
  schema = withMember(schema, 'description', toText(node.description));
  schema = withMember(schema, 'x-label', toText(node.label));
  if (node.default !== undefined && node.default !== null) schema = { ...schema, default: node.default };
  for (const attribute of [...texts(node.attributes), ...texts(node.options).map(optionName)]) {
    const member = ATTRIBUTES[attribute];
    if (member) schema = { ...schema, [member]: true };
  }
  if (texts(node.options).includes('AlwaysLog')) schema = { ...schema, 'x-always-log': true };
  const choices = toObjectList(node.enum);
  if (choices.length > 0) {
    schema = {
      ...schema,
      enum: choices.map(({ value }) => value),
      'x-enum-labels': choices.map(({ label, value }) => toText(label) || String(value)),
    };
  }
  if (isObject(node.lookupSettings)) schema = { ...schema, 'x-lookup': node.lookupSettings };
  if (isObject(node.autocompleteSettings)) schema = { ...schema, 'x-autocomplete': node.autocompleteSettings };
  return schema;
}

function optionName(option: string): string {
  return option === 'Textarea' ? 'textarea' : option === 'IsHidden' ? 'hide' : option;
}

function buildTypeSchema(node: Loose): RawSchema {
  const properties = toObjectList(node.properties);
  const object = (nodes: readonly Loose[]): RawSchema => {
    const required = nodes.filter(isRequired).map(({ name }) => toText(name));
    return {
      type: 'object',
      properties: Object.fromEntries(nodes.map((one) => [toText(one.name), schemaOfNode(one)])),
      ...(required.length > 0 ? { required } : {}),
    };
  };
  switch (toText(node.type) || toText(node.dataType)) {
    case 'Object':
      return object(properties);
    case 'Array':
      return { type: 'array', items: isObject(node.arrayItemType) ? schemaOfNode(node.arrayItemType) : {} };
    case 'OneOfObject': {
      const variants = Object.entries(rawSchema(node.discriminatorToProperties)).map(([title, nodes]) => ({
        title,
        ...object([...properties, ...toObjectList(nodes)]),
      }));
      const choices =
        variants.length > 0
          ? variants
          : toObjectList(node.choices).map((choice) => ({ title: toText(choice.name), ...schemaOfNode(choice) }));
      const discriminator = toText(node.discriminator);
      return { oneOf: choices, ...(discriminator ? { discriminator: { propertyName: discriminator } } : {}) };
    }
    case 'Integer':
    case 'Int':
      return { type: 'integer' };
    case 'Number':
      return { type: 'number' };
    case 'Boolean':
    case 'Bool':
      return { type: 'boolean' };
    case 'Date':
      return { type: 'string', format: 'date' };
    case 'DateTime':
      return { type: 'string', format: 'date-time' };
    case 'File':
      return { type: 'string', format: 'binary' };
    case 'String':
      return { type: 'string' };
    default:
      return {};
  }
}

function isRequired(node: Loose): boolean {
  return node.isRequired === true || texts(node.options).includes('IsRequired');
}

function toObjectList(value: unknown): Loose[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
