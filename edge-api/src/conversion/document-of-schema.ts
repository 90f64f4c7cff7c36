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
  const operations = listOf(schema.operations);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const { method, path, isIdAKey } = callOf(operation);
    paths[path] = { ...paths[path], [method]: operationOf(operation, isIdAKey) };
  }
  const tags = listOf(schema.resources).map(({ id, name, description }) =>
    withMember({ name: textOf(id) || textOf(name) }, 'description', textOf(description) || undefined),
  );
  const events = listOf(schema.events).map((event): [string, unknown] => [
    textOf(event.id) || textOf(event.name),
    { post: eventOf(event) },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: textOf(schema.title) || textOf(schema.name) || 'schema', version: textOf(schema.version) || '1.0.0' },
    ...(textOf(schema.baseUrl) ? { servers: [{ url: textOf(schema.baseUrl) }] } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    paths,
    ...(events.length > 0 ? { webhooks: Object.fromEntries(events) } : {}),
    ...(schema.customData === undefined || schema.customData === null ? {} : { 'x-custom-data': schema.customData }),
  };
}

/** Method and path of an operation: its own, otherwise those in its id. */
function callOf(operation: Loose): { method: string; path: string; isIdAKey: boolean } {
  const [, idMethod = '', idPath = ''] = /^(\S+) (\S.*)$/.exec(textOf(operation.id)) ?? [];
  return {
    method: (textOf(operation.httpMethod) || textOf(operation.method) || idMethod || 'get').toLowerCase(),
    path: textOf(operation.path) || textOf(operation.url) || idPath,
    isIdAKey: idPath !== '',
  };
}

/** Why operations of a connector schema can't be called: no URL, an unknown method, or another operation's call. */
export function operationErrors(schema: Loose): string[] {
  const known = new Map<string, string>();
  return listOf(schema.operations).flatMap((operation, index) => {
    const { method, path } = callOf(operation);
    const name = textOf(operation.id) || textOf(operation.name) || `number ${index + 1}`;
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

function operationOf(operation: Loose, isIdAKey: boolean): RawSchema {
  const request = rawSchema(operation.requestSchema);
  const groups = listOf(request.properties);
  const parameters = groups.flatMap((group) => {
    const place = PLACES.find((one) => one === group.name);
    return place ? listOf(group.properties).map((node) => parameterOf(node, place)) : [];
  });
  const body = groups.find(({ name }) => name === 'body');
  const answer = isObject(operation.responseSchema)
    ? { content: { 'application/json': { schema: schemaOfNode(operation.responseSchema) } } }
    : {};
  let made: RawSchema = withMember({}, 'operationId', textOf(operation.operationId) || (isIdAKey ? undefined : textOf(operation.id)));
  made = withMember(made, 'summary', textOf(operation.name));
  made = withMember(made, 'description', textOf(operation.description));
  made = withMember(made, 'x-resource', textOf(operation.resourceId) || textOf(operation.resource));
  made = withMember(made, 'x-hidden', operation.isHidden === true || undefined);
  if (textOf(operation.graphQlQuery)) made = { ...made, 'x-graphql': { query: operation.graphQlQuery } };
  if (parameters.length > 0) made = { ...made, parameters };
  if (body) {
    const requestBody = { content: { 'application/json': { schema: schemaOfNode(body) } } };
    made = { ...made, requestBody: body.isRequired === true ? { required: true, ...requestBody } : requestBody };
  }
  return { ...made, responses: { 200: { description: 'OK', ...answer } } };
}

function eventOf(event: Loose): RawSchema {
  let made: RawSchema = withMember({}, 'summary', textOf(event.name));
  made = withMember(made, 'description', textOf(event.description));
  made = withMember(made, 'x-resource', textOf(event.resourceId));
  if (isObject(event.payloadSchema)) {
    made = { ...made, requestBody: { content: { 'application/json': { schema: schemaOfNode(event.payloadSchema) } } } };
  }
  return { ...made, responses: { 200: { description: 'Received' } } };
}

function parameterOf(node: Loose, place: string): RawSchema {
  const { description, ...schema } = schemaOfNode(node);
  const required = node.isRequired === true || place === 'path' ? { required: true } : {};
  return { name: textOf(node.name), in: place, ...required, ...(description ? { description } : {}), schema };
}

/** The schema of a node (spec STEP-106), or of a parameter in CTYPE-25's terms. */
function schemaOfNode(node: Loose): RawSchema {
  let schema: RawSchema = { ...typeOf(node) };
  schema = withMember(schema, 'description', textOf(node.description));
  schema = withMember(schema, 'x-label', textOf(node.label));
  if (node.default !== undefined && node.default !== null) schema = { ...schema, default: node.default };
  for (const attribute of [...texts(node.attributes), ...texts(node.options).map(optionName)]) {
    const member = ATTRIBUTES[attribute];
    if (member) schema = { ...schema, [member]: true };
  }
  if (texts(node.options).includes('AlwaysLog')) schema = { ...schema, 'x-always-log': true };
  const choices = listOf(node.enum);
  if (choices.length > 0) {
    schema = {
      ...schema,
      enum: choices.map(({ value }) => value),
      'x-enum-labels': choices.map(({ label, value }) => textOf(label) || String(value)),
    };
  }
  if (isObject(node.lookupSettings)) schema = { ...schema, 'x-lookup': node.lookupSettings };
  if (isObject(node.autocompleteSettings)) schema = { ...schema, 'x-autocomplete': node.autocompleteSettings };
  return schema;
}

function optionName(option: string): string {
  return option === 'Textarea' ? 'textarea' : option === 'IsHidden' ? 'hide' : option;
}

function typeOf(node: Loose): RawSchema {
  const properties = listOf(node.properties);
  const object = (nodes: readonly Loose[]): RawSchema => {
    const required = nodes.filter(isRequired).map(({ name }) => textOf(name));
    return {
      type: 'object',
      properties: Object.fromEntries(nodes.map((one) => [textOf(one.name), schemaOfNode(one)])),
      ...(required.length > 0 ? { required } : {}),
    };
  };
  switch (textOf(node.type) || textOf(node.dataType)) {
    case 'Object':
      return object(properties);
    case 'Array':
      return { type: 'array', items: isObject(node.arrayItemType) ? schemaOfNode(node.arrayItemType) : {} };
    case 'OneOfObject': {
      const variants = Object.entries(rawSchema(node.discriminatorToProperties)).map(([title, nodes]) => ({
        title,
        ...object([...properties, ...listOf(nodes)]),
      }));
      const choices =
        variants.length > 0 ? variants : listOf(node.choices).map((choice) => ({ title: textOf(choice.name), ...schemaOfNode(choice) }));
      const discriminator = textOf(node.discriminator);
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

function listOf(value: unknown): Loose[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
