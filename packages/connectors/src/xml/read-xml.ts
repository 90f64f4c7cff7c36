import { XMLParser } from 'fast-xml-parser';
import type { FlatSchema } from '../extracted/flat-schema.ts';
import { getCachedFlatSchema } from '../extracted/known-flat-schema.ts';
import { resolveType } from '../extracted/schema-type.ts';
import { getXmlItemSchema, type XmlNodeType, xmlHints } from '../extracted/xml-hints.ts';
import { textMember } from '../json/json.ts';
import type { Located, SchemaSource } from '../json/json-pointer.ts';
import { coerceValue } from '../requests/coerce-value.ts';
import { startCoercion } from '../requests/coercion.ts';
import { isFailureName } from '../requests/reported-failure.ts';

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
 * Whatever a system writes differently from its schema is kept: no element is lost. A list is empty only within the element that
 * should have it: an error or a web page has no list.
 *
 * @returns undefined if the text isn't XML, or if the schema describes no members
 */
export function readXml(source: SchemaSource, schema: Located, text: string): unknown {
  const root = parseRoot(text);
  const flat = getCachedFlatSchema(source, schema);
  const isDescribed = flat.properties.size > 0 || flat.variants.length > 0 || resolveType(flat) === 'array';
  if (!root || !isDescribed) return undefined;
  const value = valueIn(source, schema, root);
  return coerceValue({ ...startCoercion(source), isAnswer: true }, schema, value, 'body');
}

function parseRoot(text: string): Element | null {
  try {
    const nodes = parser.parse(text, true) as XmlNode[];
    return nodes.map(toElement).find((one) => one !== null) ?? null;
  } catch {
    return null;
  }
}

function toElement(node: XmlNode): Element | null {
  const name = Object.keys(node).find((key) => key !== ':@');
  if (name === undefined || name.startsWith('#') || name.startsWith('?')) return null;
  return { name, attributes: (node[':@'] as Record<string, string> | undefined) ?? {}, children: node[name] as XmlNode[] };
}

function textIn({ children }: Element): string {
  return children.map((node) => ('#text' in node ? String(node['#text']) : '')).join('');
}

function valueIn(source: SchemaSource, schema: Located, element: Element): unknown {
  if (/^(?:true|1)$/.test(element.attributes.nil ?? '')) return null;
  const flat = getCachedFlatSchema(source, schema);
  const type = resolveType(flat);
  const elements = elementsIn(element);
  if (type === 'array') return itemsIn(source, schema, element);
  const properties = allProperties(source, flat);
  if (properties.size === 0) return type === 'object' || elements.length > 0 ? plainValue(element) : textIn(element);
  const value: Record<string, unknown> = {};
  const emptyLists: string[] = [];
  const left = new Set(elements);
  const leftAttributes = new Set(Object.keys(element.attributes).filter((name) => name !== 'xmlns'));
  let stray = textIn(element).trim();
  const takeAll = (name: string) => {
    const found = [...left].filter((one) => one.name === name);
    for (const one of found) left.delete(one);
    return found;
  };
  for (const [name, property] of properties) {
    const hints = xmlHints(source, property, name);
    const isList = resolveType(getCachedFlatSchema(source, property)) === 'array';
    if (hints.nodeType === 'attribute') {
      if (leftAttributes.delete(hints.name)) value[name] = element.attributes[hints.name];
    } else if (hints.nodeType === 'text' || hints.nodeType === 'cdata') {
      value[name] = textIn(element);
      stray = '';
    } else if (isList) {
      const items = getXmlItemSchema(source, property);
      const named = hints.nodeType === 'none' ? takeAll(xmlHints(source, items, hints.name).name) : [];
      const found = named.length > 0 ? named : takeAll(hints.name);
      const [first] = found;
      const isWrapped = named.length === 0 && found.length === 1 && first && wrapsItems(source, property, hints.nodeType, first);
      if (isWrapped) value[name] = valueIn(source, property, first);
      else if (found.length > 0) value[name] = found.map((one) => valueIn(source, items, one));
      else if (hints.nodeType === 'none') emptyLists.push(name);
    } else {
      const found = takeAll(hints.name);
      // Repeated against the schema: none is lost.
      if (found.length > 0) value[name] = found.length === 1 ? valueIn(source, property, found[0] as Element) : found.map(plainValue);
    }
  }
  const isHolder = Object.keys(value).length > 0 ? !isFailureElement(element) : isExpected(flat, element);
  if (isHolder && stray === '') for (const name of emptyLists) value[name] = [];
  const others = [...left].map((one): [string, unknown] => [one.name, plainValue(one)]);
  const attributes = [...leftAttributes].map((name): [string, unknown] => [name, element.attributes[name]]);
  const members = { ...collected([...attributes, ...others]), ...value };
  if (stray === '') return members;
  return Object.keys(members).length === 0 ? stray : { text: stray, ...members };
}

function elementsIn({ children }: Element): Element[] {
  return children.map(toElement).filter((one) => one !== null);
}

function allProperties(source: SchemaSource, flat: FlatSchema): Map<string, Located> {
  const variants = flat.variants.map((variant) => getCachedFlatSchema(source, variant));
  return new Map([...variants.flatMap((variant) => [...variant.properties]), ...flat.properties]);
}

/** The items of an element around a list. If it has something else, that is returned as a value without a schema. */
function itemsIn(source: SchemaSource, schema: Located, element: Element): unknown {
  const items = getXmlItemSchema(source, schema);
  const elements = elementsIn(element);
  const itemName = xmlHints(source, items, '').name;
  const named = elements.filter(({ name }) => name === itemName);
  const found = named.length > 0 ? named : elements.some((one) => looksLike(source, items, one)) ? elements : [];
  if (found.length > 0) return found.map((one) => valueIn(source, items, one));
  const isEmpty = elements.length === 0 && textIn(element).trim() === '';
  return isEmpty && isExpected(getCachedFlatSchema(source, schema), element) ? [] : plainValue(element);
}

/** Whether an element has something that the schema describes. */
function looksLike(source: SchemaSource, schema: Located, element: Element): boolean {
  if (isFailureElement(element)) return false;
  const properties = allProperties(source, getCachedFlatSchema(source, schema));
  if (properties.size === 0) return true;
  const names = new Set([...elementsIn(element).map(({ name }) => name), ...Object.keys(element.attributes)]);
  return [...properties].some(([name, property]) => {
    const hints = xmlHints(source, property, name);
    if (hints.nodeType === 'text' || hints.nodeType === 'cdata') return textIn(element).trim() !== '';
    return names.has(hints.nodeType === 'none' ? xmlHints(source, getXmlItemSchema(source, property), hints.name).name : hints.name);
  });
}

/** Whether an element that has nothing its schema describes is still the described one: empty, or by its name with numbers and flags. */
function isExpected(flat: FlatSchema, element: Element): boolean {
  const name = textMember(flat.members.get('xml'), 'name');
  const isNamed = name?.toLowerCase() === element.name.toLowerCase();
  const elements = elementsIn(element);
  if (isFailureElement(element) || (name !== undefined && !isNamed)) return false;
  return elements.length === 0 || (isNamed && elements.every(isCount));
}

function isCount(element: Element): boolean {
  return !isFailureElement(element) && elementsIn(element).length === 0 && /^\s*(?:[\d.,+-]*|true|false)\s*$/i.test(textIn(element));
}

function isFailureElement({ name }: Element): boolean {
  return isFailureName(name) || /^html$/i.test(name);
}

/** Whether the only element with a list's name contains the items, and isn't an item itself. */
function wrapsItems(source: SchemaSource, list: Located, nodeType: XmlNodeType, element: Element): boolean {
  const children = elementsIn(element);
  const items = getXmlItemSchema(source, list);
  const { name } = xmlHints(source, items, '');
  if (name !== '' && children.length > 0 && children.every((one) => one.name === name)) return true;
  if (nodeType === 'none') return false;
  const { properties } = getCachedFlatSchema(source, items);
  const isItem = children.length === 0 ? textIn(element).trim() !== '' : children.some((one) => properties.has(one.name));
  return !isItem;
}

/** An element without a schema: its text, or its members by name. */
function plainValue(element: Element): unknown {
  const elements = elementsIn(element);
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
