import { isSameJson } from '@portage/primitives/json';
import { isObject, type JsonObject, listMember, member, textMember } from '../json/json.ts';
import { getReference, getShownType, listProperties, type RawSchema, rawSchema, withMember, without } from './schema-view.ts';

/** Where in a request a parameter can go (spec CTYPE-24). */
export const parameterKinds = ['Path', 'Query', 'Header', 'BodyProperty', 'Body'] as const;
export type ParameterKind = (typeof parameterKinds)[number];

export interface EditedParameter {
  /** Identifies it in this editing session only; not part of the document. */
  key: string;
  kind: ParameterKind;
  name: string;
  isRequired: boolean;
  description: string;
  schema: RawSchema;
  /** `#/components/parameters/limit`: defined elsewhere, and shared with others. */
  reference?: string;
  /** Whether it belongs to all operations of the path. */
  isInherited?: boolean;
  /** As in the document; undefined for a new parameter. */
  raw?: unknown;
}

const kindByLocation: Readonly<Record<string, ParameterKind>> = {
  path: 'Path',
  query: 'Query',
  header: 'Header',
  formData: 'BodyProperty',
};
const locationByKind: Readonly<Record<Exclude<ParameterKind, 'Body'>, string>> = {
  Path: 'path',
  Query: 'query',
  Header: 'header',
  BodyProperty: 'formData',
};

/** Members of a Swagger 2.0 parameter that don't belong to its schema. */
const OWN_MEMBERS = ['name', 'in', 'required', 'description'];

export interface ParameterSource {
  isSwagger2: boolean;
  referenced: Readonly<Record<string, unknown>>;
}

/** The parameters of a list that the editor shows. Cookies and the body of Swagger 2.0 are handled elsewhere. */
export function readParameters(list: readonly unknown[], source: ParameterSource, prefix: string): EditedParameter[] {
  return list.flatMap((raw, at): EditedParameter[] => {
    const reference = isObject(raw) ? getReference(raw) : null;
    const value = reference === null ? raw : source.referenced[reference];
    const kind = kindByLocation[textMember(value, 'in') ?? ''];
    const name = textMember(value, 'name');
    if (!kind || name === undefined) return [];
    return [
      {
        key: `${prefix}${at}`,
        kind,
        name,
        isRequired: kind === 'Path' || member(value, 'required') === true,
        description: textMember(value, 'description') ?? '',
        schema: readSchema(value, source),
        ...(reference === null ? {} : { reference }),
        raw,
      },
    ];
  });
}

/** The schema, including options that are on the parameter itself. */
function readSchema(parameter: unknown, { isSwagger2 }: ParameterSource): RawSchema {
  if (isSwagger2) return without(rawSchema(parameter), OWN_MEMBERS);
  const [content] = Object.values(rawSchema(member(parameter, 'content')));
  const schema = rawSchema(member(parameter, 'schema') ?? member(content, 'schema'));
  return { ...pickExtensions(parameter), ...schema };
}

function pickExtensions(parameter: unknown): JsonObject {
  return Object.fromEntries(Object.entries(rawSchema(parameter)).filter(([name]) => /^x-/.test(name)));
}

/** A parameter as the document has it. An unchanged one is returned as it was. */
export function writeParameter(parameter: EditedParameter, before: EditedParameter | undefined, source: ParameterSource): unknown {
  if (before && isSameParameter(parameter, before)) return parameter.raw;
  const { kind, name, isRequired, description, schema } = parameter;
  // A change to a shared part is made on a copy.
  const base = rawSchema(parameter.reference === undefined ? parameter.raw : source.referenced[parameter.reference]);
  const place = kind === 'Body' ? 'body' : locationByKind[kind];
  const required = isRequired || kind === 'Path' ? true : undefined;
  if (source.isSwagger2)
    return withMember(withMember({ name, in: place, ...schema }, 'required', required), 'description', description || undefined);
  const old = textMember(base, 'in') === place ? base : without(base, ['style', 'explode']);
  const names = Object.keys(pickExtensions(base));
  const beside = Object.fromEntries(Object.entries(schema).filter(([member_]) => names.includes(member_)));
  const own = without(schema, names);
  const kept = without(old, [...names, 'name', 'in', 'required', 'description']);
  const head = withMember(withMember({ name, in: place }, 'required', required), 'description', description || undefined);
  const [type, content] = Object.entries(rawSchema(member(base, 'content')))[0] ?? [];
  if (type !== undefined) return { ...head, ...kept, ...beside, content: { [type]: { ...rawSchema(content), schema: own } } };
  return { ...head, ...kept, ...beside, schema: own };
}

export function isSameParameter(left: EditedParameter, right: EditedParameter): boolean {
  return (
    left.kind === right.kind &&
    left.name === right.name &&
    left.isRequired === right.isRequired &&
    left.description === right.description &&
    isSameJson(left.schema, right.schema)
  );
}

/** Whether a body's properties become separate fields. Any other body is a single parameter. */
export function isPlainObject(schema: RawSchema): boolean {
  const composed = ['$ref', 'allOf', 'oneOf', 'anyOf', 'discriminator'].some((name) => member(schema, name) !== undefined);
  return !composed && (getShownType(schema) === 'Object' || Object.keys(schema).length === 0);
}

/** The parameters that make up a body. */
export function readBody(schema: RawSchema, { isRequired, description }: { isRequired: boolean; description: string }): EditedParameter[] {
  if (!isPlainObject(schema)) return [{ key: 'body', kind: 'Body', name: 'body', isRequired, description, schema, raw: schema }];
  return listProperties(schema).map(({ name, schema: own, isRequired: required }, at) => ({
    key: `body${at}`,
    kind: 'BodyProperty',
    name,
    isRequired: required,
    description: textMember(own, 'description') ?? '',
    schema: without(own, ['description']),
    raw: own,
  }));
}

export function propertySchema({ schema, description, raw }: EditedParameter): RawSchema {
  const written = withMember(schema, 'description', description || undefined);
  return isSameJson(written, raw) ? rawSchema(raw) : written;
}

/** Names in braces in a path. */
export function pathNames(url: string): string[] {
  return [...new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))];
}

export function parametersMember(value: unknown): readonly unknown[] {
  return listMember(value, 'parameters');
}
