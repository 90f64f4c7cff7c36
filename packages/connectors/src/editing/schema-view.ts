import { isObject, type JsonObject, listMember, member, textMember } from '../json/json.ts';

/** A schema as in the document. Functions here change the members they name and keep all others. */
export type RawSchema = JsonObject;

/** Data types that a parameter can have (spec CTYPE-25). */
export const dataTypes = ['String', 'Int', 'Number', 'Bool', 'Date', 'Object', 'Array', 'OneOfObject'] as const;
export type DataType = (typeof dataTypes)[number];
/** `Reference`: the schema is elsewhere in the document. `Any`: any value, or a combination of parts. */
export type ShownType = DataType | 'Reference' | 'Any';

/** Spec CTYPE-26. IsRequired belongs to the owner of the field, not to its schema. */
export const schemaOptions = {
  Textarea: 'x-textarea',
  IsHidden: 'x-hide',
  Advanced: 'x-advanced',
  AlwaysLog: 'x-always-log',
} as const;
export type SchemaOption = keyof typeof schemaOptions;

export function rawSchema(value: unknown): RawSchema {
  return isObject(value) ? value : {};
}

export function getReference(schema: RawSchema): string | null {
  return textMember(schema, '$ref') ?? null;
}

export function getShownType(schema: RawSchema): ShownType {
  if (getReference(schema) !== null) return 'Reference';
  if (listMember(schema, 'oneOf').length > 0 || listMember(schema, 'anyOf').length > 0) return 'OneOfObject';
  const type = member(schema, 'type');
  const [name, other] = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string' && one !== 'null');
  if (other !== undefined) return 'Any';
  switch (name) {
    case 'object':
      return 'Object';
    case 'array':
      return 'Array';
    case 'boolean':
      return 'Bool';
    case 'integer':
      return 'Int';
    case 'number':
      return 'Number';
    case 'string': {
      const format = member(schema, 'format');
      return format === 'date' || format === 'date-time' ? 'Date' : 'String';
    }
    default:
      if (isObject(member(schema, 'properties'))) return 'Object';
      return member(schema, 'items') === undefined ? 'Any' : 'Array';
  }
}

/** Members that only make sense for some types. */
const MEMBERS_OF: Partial<Record<ShownType, readonly string[]>> = {
  Object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  Array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  OneOfObject: ['oneOf', 'anyOf', 'discriminator'],
  String: ['format', 'minLength', 'maxLength', 'pattern'],
  Date: ['format'],
  Int: ['format', 'minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'],
  Number: ['format', 'minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'],
};

/** The same field with another type: members of the old type are removed, descriptions and options stay. */
export function withDataType(schema: RawSchema, type: DataType): RawSchema {
  const before = getShownType(schema);
  if (before === type) return schema;
  const kept = without(schema, [
    '$ref',
    'type',
    ...(MEMBERS_OF[before] ?? []),
    ...(isSimple(before) && isSimple(type) ? [] : ['enum', 'default']),
  ]);
  const old = member(schema, 'type');
  const name = (text: string) => (Array.isArray(old) && old.includes('null') ? [text, 'null'] : text);
  switch (type) {
    case 'Object':
      return { type: name('object'), ...kept, properties: {} };
    case 'Array':
      return { type: name('array'), ...kept, items: { type: 'string' } };
    case 'OneOfObject':
      return { ...kept, oneOf: [{ title: 'Option 1', type: 'object', properties: {} }] };
    case 'Bool':
      return { type: name('boolean'), ...kept };
    case 'Int':
      return { type: name('integer'), ...kept };
    case 'Number':
      return { type: name('number'), ...kept };
    case 'Date':
      return { type: name('string'), ...kept, format: 'date-time' };
    case 'String':
      return { type: name('string'), ...kept };
    default:
      return type satisfies never;
  }
}

export function isSimple(type: ShownType): boolean {
  return type !== 'Object' && type !== 'Array' && type !== 'OneOfObject' && type !== 'Reference';
}

export function without(schema: RawSchema, names: readonly string[]): RawSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));
}

/** Sets a member, or removes it if the value is undefined or an empty text. */
export function withMember(schema: RawSchema, name: string, value: unknown): RawSchema {
  if (value === undefined || value === '') return Object.hasOwn(schema, name) ? without(schema, [name]) : schema;
  return { ...schema, [name]: value };
}

export function hasOption(schema: RawSchema, option: SchemaOption): boolean {
  const value = member(schema, schemaOptions[option]);
  return value !== undefined && value !== null && value !== false;
}

export function withOption(schema: RawSchema, option: SchemaOption, isSet: boolean): RawSchema {
  return hasOption(schema, option) === isSet ? schema : withMember(schema, schemaOptions[option], isSet ? true : undefined);
}

export interface SchemaProperty {
  name: string;
  schema: RawSchema;
  isRequired: boolean;
}

export function listProperties(schema: RawSchema): SchemaProperty[] {
  const required = listMember(schema, 'required');
  const properties = member(schema, 'properties');
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, value]) => ({ name, schema: rawSchema(value), isRequired: required.includes(name) }));
}

/** If several have the same name, the last one wins. */
export function withProperties(schema: RawSchema, properties: readonly SchemaProperty[]): RawSchema {
  const before = listMember(schema, 'required');
  const wanted = properties.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  // Names that are required but not described stay required.
  const described = new Set(listProperties(schema).map(({ name }) => name));
  const kept = before.filter((name) => typeof name !== 'string' || wanted.includes(name) || !described.has(name));
  const required = [...kept, ...wanted.filter((name) => !kept.includes(name))];
  const changed = { ...schema, properties: Object.fromEntries(properties.map(({ name, schema: own }) => [name, own])) };
  return withMember(changed, 'required', required.length > 0 ? required : undefined);
}

export function getItemSchema(schema: RawSchema): RawSchema {
  return rawSchema(member(schema, 'items'));
}

/** The choices of a OneOfObject, from `oneOf` or, without it, `anyOf`. */
export function listChoices(schema: RawSchema): RawSchema[] {
  return listMember(schema, choicesMember(schema)).map(rawSchema);
}

export function withChoices(schema: RawSchema, choices: readonly RawSchema[]): RawSchema {
  return { ...schema, [choicesMember(schema)]: choices };
}

function choicesMember(schema: RawSchema): 'oneOf' | 'anyOf' {
  return listMember(schema, 'oneOf').length > 0 || listMember(schema, 'anyOf').length === 0 ? 'oneOf' : 'anyOf';
}

export interface EnumEntry {
  value: string;
  label: string;
}

/** The enum values of a simple type, as texts. */
export function listEnumEntries(schema: RawSchema): EnumEntry[] {
  const labels = listMember(schema, 'x-enum-labels');
  return listMember(schema, 'enum').map((value, at) => {
    const label = labels[at];
    return { value: typeof value === 'string' ? value : JSON.stringify(value), label: typeof label === 'string' ? label : '' };
  });
}

/** Values get the type of the schema: "5" becomes 5 in a number. */
export function withEnum(schema: RawSchema, entries: readonly EnumEntry[]): RawSchema {
  const type = getShownType(schema);
  const values = entries.map(({ value }) => typedValue(type, value));
  const hasLabels = entries.some(({ label }) => label !== '');
  const labels = hasLabels ? entries.map(({ value, label }) => label || value) : undefined;
  return withMember(withMember(schema, 'enum', values.length > 0 ? values : undefined), 'x-enum-labels', labels);
}

/** Parses text as the given type. Unparseable text is kept, so that the document's validation can report it. */
export function typedValue(type: ShownType, text: string): unknown {
  if (type === 'String' || type === 'Date') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export function textOfValue(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
