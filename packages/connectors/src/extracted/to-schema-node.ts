import { below, type Located, type SchemaSource } from '../json/json-pointer.ts';
import type { EnumChoice, Json, SchemaNode, SimpleNodeType } from '../schema/schema-node.ts';
import { readExtensions } from './extensions.ts';
import { type FlatSchema, flatSchema } from './flat-schema.ts';
import { enumValues, resolveType } from './schema-type.ts';
import { readVariants } from './variants.ts';

/** How many levels of a schema are converted at once. Deeper parts become references. */
const MAX_LEVELS = 3;
const MAX_NODES = 600;

export interface Conversion {
  source: SchemaSource;
  nodesLeft: number;
  /** Pointers of the schemas above. A schema that occurs within itself becomes a reference at once. */
  above: readonly string[];
  /** Levels of objects and lists that may still be opened. */
  levelsLeft: number;
  /** For a response instead of a request: includes read-only members and omits write-only members. */
  isAnswer: boolean;
}

export function startConversion(source: SchemaSource, { isAnswer = false } = {}): Conversion {
  return { source, nodesLeft: MAX_NODES, above: [], levelsLeft: MAX_LEVELS, isAnswer };
}

export interface NodeName {
  name: string;
  isRequired: boolean;
  /** From the parameter, which may say more than its schema. */
  description?: string | undefined;
}

/** Creates the node of a schema and its content, as deep as the conversion goes (spec STEP-106). Requests omit read-only properties. */
export function toSchemaNode(located: Located, { name, isRequired, description }: NodeName, conversion: Conversion): SchemaNode {
  conversion.nodesLeft -= 1;
  const flat = flatSchema(conversion.source, located);
  const { attributes, ...settings } = readExtensions(flat);
  const text = description ?? readText(flat.members.get('description'));
  const common: SchemaNode = {
    name,
    type: 'Any',
    isRequired,
    ...settings,
    ...(attributes.length > 0 ? { attributes } : {}),
    ...(text ? { description: text } : {}),
    ...(flat.members.has('default') ? { default: flat.members.get('default') as Json } : {}),
  };
  if (!flat.isKnown) return { ...common, description: text ?? 'The document does not describe this.' };
  const variants = readVariants(flat, conversion.source);
  switch (variants.kind) {
    case 'objects':
      return opened(common, flat, conversion, 'OneOfObject', (inner) => ({
        ...common,
        type: 'OneOfObject',
        properties: propertyNodes(flat, inner),
        discriminator: variants.discriminator,
        discriminatorToProperties: Object.fromEntries(
          variants.choices.map(([title, choice]) => [title, propertyNodes(flatSchema(inner.source, choice), inner)]),
        ),
      }));
    case 'one': {
      if (conversion.above.includes(flat.pointer)) return common;
      const within: Conversion = { ...conversion, above: [...conversion.above, flat.pointer] };
      // Settings next to the variants stay; the variant provides the rest.
      const { name: _name, ...inner } = toSchemaNode(variants.schema, { name, isRequired, description: text }, within);
      conversion.nodesLeft = within.nodesLeft;
      return { ...inner, name, ...(common.label ? { label: common.label } : {}) };
    }
    case 'none':
      return ownNode(common, flat, conversion);
    default:
      return variants satisfies never;
  }
}

/** The node of a schema without variants. */
function ownNode(common: SchemaNode, flat: FlatSchema, conversion: Conversion): SchemaNode {
  const type = resolveType(flat);
  if (type === 'object') {
    if (flat.properties.size === 0) return { ...common, type: 'Any', attributes: [...(common.attributes ?? []), 'textarea'] };
    return opened(common, flat, conversion, 'Object', (inner) => ({
      ...common,
      ...(asksForAny(flat) ? { asksForAny: true } : {}),
      type: 'Object',
      properties: propertyNodes(flat, inner),
    }));
  }
  if (type === 'array') {
    const items: Located = { value: flat.members.get('items') ?? {}, pointer: below(flat.pointer, 'items') };
    return opened(common, flat, conversion, 'Array', (inner) => ({
      ...common,
      type: 'Array',
      arrayItemType: toSchemaNode(items, { name: 'item', isRequired: false }, inner),
    }));
  }
  const choices = readEnum(flat);
  return { ...common, type: toSimpleType(type, flat.members.get('format')), ...(choices ? { enum: choices } : {}) };
}

function asksForAny({ members }: FlatSchema): boolean {
  return Number(members.get('minProperties')) > 0;
}

/** Opens an object or a list, or leaves a reference if enough levels are open already. */
function opened(
  common: SchemaNode,
  flat: FlatSchema,
  conversion: Conversion,
  type: 'Object' | 'OneOfObject' | 'Array',
  open: (inner: Conversion) => SchemaNode,
): SchemaNode {
  const { above, levelsLeft, nodesLeft } = conversion;
  if (levelsLeft <= 0 || nodesLeft <= 0 || above.includes(flat.pointer)) return { ...common, type, reference: flat.pointer };
  const inner: Conversion = { ...conversion, above: [...above, flat.pointer], levelsLeft: levelsLeft - 1 };
  const node = open(inner);
  conversion.nodesLeft = inner.nodesLeft;
  return node;
}

function propertyNodes(flat: FlatSchema, conversion: Conversion): SchemaNode[] {
  const nodes: SchemaNode[] = [];
  for (const [name, located] of flat.properties) {
    if (isLeftOut(located, conversion)) continue;
    nodes.push(toSchemaNode(located, { name, isRequired: flat.required.has(name) }, conversion));
  }
  return nodes;
}

function isLeftOut(located: Located, { source, isAnswer }: Conversion): boolean {
  return flatSchema(source, located).members.get(isAnswer ? 'writeOnly' : 'readOnly') === true;
}

function toSimpleType(type: string, format: unknown): SimpleNodeType {
  switch (type) {
    case 'integer':
      return 'Integer';
    case 'number':
      return 'Number';
    case 'boolean':
      return 'Boolean';
    case 'file':
      return 'File';
    case 'string':
      if (format === 'date') return 'Date';
      if (format === 'date-time') return 'DateTime';
      return format === 'binary' || format === 'byte' ? 'File' : 'String';
    default:
      return 'Any';
  }
}

function readEnum(flat: FlatSchema): EnumChoice[] | null {
  const values = enumValues(flat);
  if (!values) return null;
  const names = flat.members.get('x-enum-labels') ?? flat.members.get('x-enumNames');
  return values.map((value, index) => {
    const label: unknown = Array.isArray(names) ? names[index] : undefined;
    return { value, label: typeof label === 'string' ? label : String(value) };
  });
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
