import { XMLParser } from 'fast-xml-parser';
import type { Located, SchemaSource } from '../openapi/json-pointer.ts';
import { knownFlatSchema } from '../openapi/known-flat-schema.ts';
import { typeOf } from '../openapi/schema-type.ts';
import { coerceValue } from '../requests/coerce-value.ts';
import { startCoercion } from '../requests/coercion.ts';
import { itemsOf, xmlHints } from './xml-hints.ts';

/** Entities that a text declares itself are not expanded: a few lines of them can become gigabytes. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  htmlEntities: true,
});

type XmlNode = Record<string, unknown>;

interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlNode[];
}

/**
 * Converts XML to a value of its schema: lists are lists even with one entry or none, numbers are numbers, attributes are
 * members. Names are compared without their prefix. Elements that the schema doesn't describe become members by name, repeated
 * ones a list.
 *
 * @returns undefined if the text isn't XML, or if the schema describes no members
 */
export function readXml(source: SchemaSource, schema: Located, text: string): unknown {
  const root = rootOf(text);
  const flat = knownFlatSchema(source, schema);
  const isDescribed = flat.properties.size > 0 || flat.variants.length > 0 || typeOf(flat) === 'array';
  if (!root || !isDescribed) return undefined;
  const value = valueIn(source, schema, root);
  return coerceValue({ ...startCoercion(source), isAnswer: true }, schema, value, 'body');
}

function rootOf(text: string): Element | null {
  try {
    const nodes = parser.parse(text, true) as XmlNode[];
    return nodes.map(elementOf).find((one) => one !== null) ?? null;
  } catch {
    return null;
  }
}

function elementOf(node: XmlNode): Element | null {
  const name = Object.keys(node).find((key) => key !== ':@');
  if (name === undefined || name.startsWith('#') || name.startsWith('?')) return null;
  return { name, attributes: (node[':@'] as Record<string, string> | undefined) ?? {}, children: node[name] as XmlNode[] };
}

function textIn({ children }: Element): string {
  return children.map((node) => ('#text' in node ? String(node['#text']) : '')).join('');
}

function valueIn(source: SchemaSource, schema: Located, element: Element): unknown {
  if (element.attributes.nil === 'true') return null;
  const flat = knownFlatSchema(source, schema);
  const type = typeOf(flat);
  const elements = element.children.map(elementOf).filter((one) => one !== null);
  if (type === 'array') return elements.map((one) => valueIn(source, itemsOf(source, schema), one));
  const variants = flat.variants.map((variant) => knownFlatSchema(source, variant));
  const properties = new Map([...variants.flatMap((variant) => [...variant.properties]), ...flat.properties]);
  if (properties.size === 0) return type === 'object' || elements.length > 0 ? plainValue(element) : textIn(element);
  const value: Record<string, unknown> = {};
  const left = new Set(elements);
  const leftAttributes = new Set(Object.keys(element.attributes).filter((name) => name !== 'xmlns'));
  const takeAll = (name: string) => {
    const found = [...left].filter((one) => one.name === name);
    for (const one of found) left.delete(one);
    return found;
  };
  for (const [name, property] of properties) {
    const hints = xmlHints(source, property, name);
    const isList = typeOf(knownFlatSchema(source, property)) === 'array';
    if (hints.nodeType === 'attribute') {
      if (leftAttributes.delete(hints.name)) value[name] = element.attributes[hints.name];
    } else if (hints.nodeType === 'text' || hints.nodeType === 'cdata') {
      value[name] = textIn(element);
    } else if (isList && hints.nodeType === 'none') {
      const items = itemsOf(source, property);
      value[name] = takeAll(xmlHints(source, items, hints.name).name).map((one) => valueIn(source, items, one));
    } else {
      const [first] = takeAll(hints.name);
      if (first) value[name] = valueIn(source, property, first);
    }
  }
  const others = [...left].map((one): [string, unknown] => [one.name, plainValue(one)]);
  const attributes = [...leftAttributes].map((name): [string, unknown] => [name, element.attributes[name]]);
  return { ...collected([...attributes, ...others]), ...value };
}

/** An element without a schema: its text, or its members by name. */
function plainValue(element: Element): unknown {
  const elements = element.children.map(elementOf).filter((one) => one !== null);
  const attributes = Object.entries(element.attributes).filter(([name]) => name !== 'xmlns' && name !== 'nil');
  if (elements.length === 0 && attributes.length === 0) return textIn(element);
  const text = textIn(element).trim();
  return collected([
    ...attributes,
    ...elements.map((one): [string, unknown] => [one.name, plainValue(one)]),
    ...(text === '' ? [] : [['text', text] as [string, unknown]]),
  ]);
}

function collected(members: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const values = new Map<string, unknown[]>();
  for (const [name, value] of members) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
}
