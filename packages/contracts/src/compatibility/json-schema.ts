/** The part of JSON Schema that zod writes. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  [keyword: string]: unknown;
}

/** A schema and the document that its references resolve against. */
export interface RootedSchema {
  schema: JsonSchema;
  root: JsonSchema;
}

/** The schema behind any number of references. */
function resolved({ schema, root }: RootedSchema): RootedSchema {
  for (let current = schema, hops = 0; hops < 50; hops += 1) {
    if (typeof current.$ref !== 'string') return { schema: current, root };
    const name = current.$ref.split('/').at(-1) ?? '';
    current = current.$ref === '#' ? root : (root.$defs?.[name] ?? {});
  }
  return { schema: {}, root };
}

/** The alternatives of a value, in order: unions are split, fixed values of one kind are joined. */
export function listAlternatives(placed: RootedSchema): RootedSchema[] {
  const found: RootedSchema[] = [];
  const literals = new Map<string, unknown[]>();
  const visit = (one: RootedSchema, depth: number) => {
    const { schema, root } = resolved(one);
    const union = schema.anyOf ?? schema.oneOf;
    if (union && depth < 20) {
      for (const member of union) visit({ schema: member, root }, depth + 1);
    } else if (Array.isArray(schema.type)) {
      for (const type of schema.type) visit({ schema: { ...schema, type }, root }, depth + 1);
    } else if ('const' in schema || schema.enum) {
      for (const value of schema.enum ?? [schema.const]) {
        const kind = value === null ? 'null' : typeof value;
        literals.set(kind, [...(literals.get(kind) ?? []), value]);
      }
    } else found.push({ schema, root });
  };
  visit(placed, 0);
  for (const [kind, values] of literals) {
    found.push({ schema: kind === 'null' ? { type: 'null' } : { type: kind, enum: values }, root: placed.root });
  }
  return found;
}

/** `string`, `object`…; `any` by default. */
export function getSchemaKind({ schema }: RootedSchema): string {
  if (typeof schema.type === 'string') return schema.type;
  return schema.properties ? 'object' : 'any';
}

/** The members that distinguish the objects of a union: those with one possible value, as in `type: "Loop"`. */
export function getDiscriminator({ schema, root }: RootedSchema): string {
  const fixed = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const { schema: meant } = resolved({ schema: property, root });
    const values = meant.enum ?? ('const' in meant ? [meant.const] : []);
    return values.length === 1 ? [`${name}=${JSON.stringify(values[0])}`] : [];
  });
  return fixed.sort().join('&');
}
