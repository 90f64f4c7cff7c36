import { isObject, member, textMember } from '../json/json.ts';
import { below, type Located, type SchemaSource } from '../json/json-pointer.ts';
import { getCachedFlatSchema } from './known-flat-schema.ts';
import { resolveType } from './schema-type.ts';

/** What a value becomes in XML (OpenAPI 3.2, `nodeType`; before that, `attribute` and `wrapped`). `none`: only its content is written. */
export type XmlNodeType = 'element' | 'attribute' | 'text' | 'cdata' | 'none';

/** How a schema is written in XML (OpenAPI, "XML Object"). */
export interface XmlHints {
  nodeType: XmlNodeType;
  name: string;
  namespace: string | null;
  prefix: string | null;
}

/** The hints of a schema. @param usual the name if the schema has none: its property's, or its own */
export function xmlHints(source: SchemaSource, schema: Located, usual: string): XmlHints {
  const flat = getCachedFlatSchema(source, schema);
  const xml = flat.members.get('xml');
  const isList = resolveType(flat) === 'array';
  const said = textMember(xml, 'nodeType');
  const older: XmlNodeType =
    member(xml, 'attribute') === true ? 'attribute' : isList && member(xml, 'wrapped') !== true ? 'none' : 'element';
  return {
    nodeType: isNodeType(said) ? said : older,
    name: textMember(xml, 'name') || usual,
    namespace: textMember(xml, 'namespace') || null,
    prefix: textMember(xml, 'prefix') || null,
  };
}

function isNodeType(text: string | undefined): text is XmlNodeType {
  return text !== undefined && ['element', 'attribute', 'text', 'cdata', 'none'].includes(text);
}

/** The name of the outermost element: from its hints, from the schema's name, or from a one-word title. */
export function rootHints(source: SchemaSource, schema: Located): XmlHints | null {
  const flat = getCachedFlatSchema(source, schema);
  const component = /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(flat.pointer)?.[1];
  const title = flat.members.get('title');
  const usual = component ?? (typeof title === 'string' ? title : '');
  const hints = xmlHints(source, schema, isXmlName(usual) ? usual : '');
  return hints.name === '' ? null : hints;
}

export function getXmlItemSchema(source: SchemaSource, schema: Located): Located {
  const flat = getCachedFlatSchema(source, schema);
  return { value: flat.members.get('items') ?? {}, pointer: below(flat.pointer, 'items') };
}

/** The schema of a property: its own, or `additionalProperties` for all others. */
export function getPropertySchema(source: SchemaSource, schema: Located, name: string): Located {
  const flat = getCachedFlatSchema(source, schema);
  const inVariant = flat.variants.map((variant) => getCachedFlatSchema(source, variant).properties.get(name));
  const others = flat.members.get('additionalProperties');
  return (
    flat.properties.get(name) ??
    inVariant.find((one) => one !== undefined) ?? {
      value: isObject(others) ? others : {},
      pointer: below(flat.pointer, 'additionalProperties'),
    }
  );
}

/** A name that an element can have, without a prefix. */
export function isXmlName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}\p{M}._-]*$/u.test(name);
}
