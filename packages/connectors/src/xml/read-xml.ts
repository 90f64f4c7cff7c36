import { XMLParser } from 'fast-xml-parser';
import type { Located, SchemaSource } from '../openapi/json-pointer.ts';
import { knownFlatSchema } from '../openapi/known-flat-schema.ts';
import { typeOf } from '../openapi/schema-type.ts';
import { coerceValue } from '../requests/coerce-value.ts';
import { startCoercion } from '../requests/coercion.ts';
import { itemsOf, rootHints, type XmlNodeType, xmlHints } from './xml-hints.ts';

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
 * What a system writes in another way than its schema is kept: no element is lost, and an error isn't read as an empty list.
 *
 * @returns undefined if the text isn't XML, or if the schema describes no members
 */
export function readXml(source: SchemaSource, schema: Located, text: string): unknown {
  const root = rootOf(text);
  const flat = knownFlatSchema(source, schema);
  const isDescribed = flat.properties.size > 0 || flat.variants.length > 0 || typeOf(flat) === 'array';
  if (!root || !isDescribed) return undefined;
  const isNamed = rootHints(source, schema)?.name === root.name;
  if (typeOf(flat) === 'array' && !isNamed && !hasItems(source, schema, root)) return plainValue(root);
  const value = valueIn(source, schema, root, isNamed);
  return coerceValue({ ...startCoercion(source), isAnswer: true }, schema, value, 'body');
}

/** Whether the elements in a list's element may be its items: unless these have a name, any may. */
function hasItems(source: SchemaSource, list: Located, element: Element): boolean {
  const { name } = xmlHints(source, itemsOf(source, list), '');
  return name === '' || childrenOf(element).every((one) => one.name === name);
}

function childrenOf({ children }: Element): Element[] {
  return children.map(elementOf).filter((one) => one !== null);
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

/** @param isNamed whether its name says that the element is of this schema */
function valueIn(source: SchemaSource, schema: Located, element: Element, isNamed = true): unknown {
  if (element.attributes.nil === 'true') return null;
  const flat = knownFlatSchema(source, schema);
  const type = typeOf(flat);
  const elements = childrenOf(element);
  if (type === 'array') return elements.map((one) => valueIn(source, itemsOf(source, schema), one));
  const variants = flat.variants.map((variant) => knownFlatSchema(source, variant));
  const properties = new Map([...variants.flatMap((variant) => [...variant.properties]), ...flat.properties]);
  if (properties.size === 0) return type === 'object' || elements.length > 0 ? plainValue(element) : textIn(element);
  const value: Record<string, unknown> = {};
  const missing: string[] = [];
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
    } else if (isList) {
      const items = itemsOf(source, property);
      const named = hints.nodeType === 'none' ? takeAll(xmlHints(source, items, hints.name).name) : [];
      const found = named.length > 0 ? named : takeAll(hints.name);
      const [first] = found;
      const isWrapped = named.length === 0 && found.length === 1 && first && wrapsItems(source, property, hints.nodeType, first);
      if (isWrapped) value[name] = valueIn(source, property, first);
      else if (found.length > 0) value[name] = found.map((one) => valueIn(source, items, one));
      else if (hints.nodeType === 'none') missing.push(name);
    } else {
      const found = takeAll(hints.name);
      // Repeated against the schema: none is lost.
      if (found.length > 0) value[name] = found.length === 1 ? valueIn(source, property, found[0] as Element) : found.map(plainValue);
    }
  }
  const others = [...left].map((one): [string, unknown] => [one.name, plainValue(one)]);
  const attributes = [...leftAttributes].map((name): [string, unknown] => [name, element.attributes[name]]);
  // An empty list has no elements. But an element with nothing that the schema describes, such as an error, isn't one with an empty list.
  const isOther = !isNamed && Object.keys(value).length === 0 && others.length + attributes.length > 0;
  if (!isOther) for (const name of missing) value[name] = [];
  return { ...collected([...attributes, ...others]), ...value };
}

/** Whether the only element with a list's name contains the items, and isn't an item itself. */
function wrapsItems(source: SchemaSource, list: Located, nodeType: XmlNodeType, element: Element): boolean {
  const children = childrenOf(element);
  const items = itemsOf(source, list);
  const { name } = xmlHints(source, items, '');
  if (name !== '' && children.length > 0 && children.every((one) => one.name === name)) return true;
  if (nodeType === 'none') return false;
  const { properties } = knownFlatSchema(source, items);
  const isItem = children.length === 0 ? textIn(element).trim() !== '' : children.some((one) => properties.has(one.name));
  return !isItem;
}

/** An element without a schema: its text, or its members by name. */
function plainValue(element: Element): unknown {
  const elements = childrenOf(element);
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
