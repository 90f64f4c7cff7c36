type Json = Readonly<Record<string, unknown>>;

/** What a response contains that its operation's schema doesn't allow: wrong types, missing required members, unnamed members. */
export function checkResponse(document: object, operationId: string, status: number, body: unknown): string[] {
  const [method = '', path = ''] = operationId.split(' ');
  const operation = at(document, ['paths', path, method.toLowerCase()]);
  const responses = (at(operation, ['responses']) ?? {}) as Json;
  const named = responses[String(status)] ?? responses.default;
  // A document need not name every failure.
  if (named === undefined) return status >= 400 ? [] : [`the status ${status} is not named`];
  const response = resolved(document, named as Json);
  const schema = at(response, ['content', 'application/json', 'schema']) as Json | undefined;
  if (!schema) return body === null ? [] : ['no body is named'];
  return schemaProblems(document, schema, body, 'body');
}

function schemaProblems(document: object, given: Json, value: unknown, place: string): string[] {
  const schema = merged(document, given);
  const types = [schema.type ?? []].flat() as string[];
  if (types.length > 0 && !types.some((type) => isOfType(type, value)))
    return [`${place} is ${JSON.stringify(value)}, not ${types.join(' or ')}`];
  if (Array.isArray(schema.enum) && value !== null && !schema.enum.includes(value)) return [`${place} is ${JSON.stringify(value)}`];
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, index) => schemaProblems(document, items as Json, item, `${place}.${index}`)) : [];
  }
  if (typeof value !== 'object' || value === null || !schema.properties) return [];
  const properties = schema.properties as Readonly<Record<string, Json>>;
  const required = (schema.required ?? []) as string[];
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${place} has no ${name}`);
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    const own = properties[name];
    // Optional members may be null.
    return own && (member !== null || required.includes(name)) ? schemaProblems(document, own, member, `${place}.${name}`) : [];
  });
  return [...missing, ...wrong];
}

/** A schema with its `$ref` and `allOf` merged. */
function merged(document: object, given: Json): Json {
  const { allOf, ...own } = resolved(document, given);
  if (!Array.isArray(allOf)) return own;
  const parts = [...(allOf as Json[]).map((part) => merged(document, part)), own];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => (required as string[] | undefined) ?? []),
  };
}

function resolved(document: object, given: Json): Json {
  const ref = given.$ref;
  return typeof ref === 'string' ? resolved(document, at(document, ref.replace('#/', '').split('/')) as Json) : given;
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (found as Json | undefined)?.[name], value);
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
