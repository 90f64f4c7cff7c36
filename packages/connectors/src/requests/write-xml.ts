import { XMLBuilder } from 'fast-xml-parser';
import { getCachedFlatSchema } from '../extracted/known-flat-schema.ts';
import { getPropertySchema, getXmlItemSchema, isXmlName, rootHints, type XmlHints, xmlHints } from '../extracted/xml-hints.ts';
import { isObject } from '../json/json.ts';
import type { Located, SchemaSource } from '../json/json-pointer.ts';
import { addProblem, type ProblemList } from './request-error.ts';
import { isMembers } from './serialize-parameter.ts';

/** The format in which fast-xml-parser accepts a tree with its order: one member with the children, and `:@` with the attributes. */
type XmlNode = Record<string, unknown>;

const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  cdataPropName: '#cdata',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
});

interface Writing {
  source: SchemaSource;
  problems: ProblemList;
}

interface Content {
  attributes: Record<string, string>;
  children: XmlNode[];
}

/**
 * Writes a value as XML, following the hints of its schema (OpenAPI, "XML Object"). Elements are in the schema's order, which XML
 * often relies on. Lists repeat their element.
 *
 * @returns null, with a problem added, if it can't be written
 */
export function writeXml(source: SchemaSource, schema: Located, value: unknown, problems: ProblemList): string | null {
  const hints = rootHints(source, schema);
  const before = problems.problems.length;
  if (!hints) {
    addProblem(
      problems,
      'body',
      'cannot be written as XML, because the document does not name its outermost element: provide the XML as text.',
    );
    return null;
  }
  const root: Content = { attributes: {}, children: [] };
  // A list needs an element around it, whatever its hints say.
  write({ source, problems }, root, schema, { ...hints, nodeType: 'element' }, value, 'body');
  if (problems.problems.length > before) return null;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(root.children)}`;
}

function write(writing: Writing, parent: Content, schema: Located, hints: XmlHints, value: unknown, path: string): void {
  if (value === undefined) return;
  switch (hints.nodeType) {
    case 'attribute':
      if (value === null) return;
      parent.attributes[qualified(writing, parent, hints, path)] = scalarText(writing, value, path);
      return;
    case 'text':
    case 'cdata': {
      if (value === null) return;
      const text = { '#text': scalarText(writing, value, path) };
      parent.children.push(hints.nodeType === 'text' ? text : { '#cdata': [text] });
      return;
    }
    case 'none':
      writeContent(writing, parent, schema, hints, value, path);
      return;
    case 'element': {
      const own: Content = { attributes: {}, children: [] };
      const name = qualified(writing, own, hints, path);
      if (value === null) Object.assign(own.attributes, { 'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance', 'xsi:nil': 'true' });
      else writeContent(writing, own, schema, hints, value, path);
      parent.children.push({ [name]: own.children, ...(Object.keys(own.attributes).length > 0 ? { ':@': own.attributes } : {}) });
      return;
    }
    default:
      hints.nodeType satisfies never;
  }
}

function writeContent(writing: Writing, into: Content, schema: Located, { name }: XmlHints, value: unknown, path: string): void {
  const { source } = writing;
  if (Array.isArray(value)) {
    const items = getXmlItemSchema(source, schema);
    const hints = xmlHints(source, items, name);
    const itemHints: XmlHints = hints.nodeType === 'attribute' || hints.nodeType === 'none' ? { ...hints, nodeType: 'element' } : hints;
    for (const [index, item] of value.entries()) write(writing, into, items, itemHints, item, `${path}[${index}]`);
    return;
  }
  if (isMembers(value)) {
    for (const member of inSchemaOrder(source, schema, value)) {
      const property = getPropertySchema(source, schema, member);
      const hints = xmlHints(source, property, member);
      const isPlainList = Array.isArray(value[member]) && hints.nodeType === 'element' && !isDescribed(source, property);
      write(writing, into, property, isPlainList ? { ...hints, nodeType: 'none' } : hints, value[member], `${path}.${member}`);
    }
    return;
  }
  const text = scalarText(writing, value, path);
  if (text !== '') into.children.push({ '#text': text });
}

function isDescribed(source: SchemaSource, schema: Located): boolean {
  return getCachedFlatSchema(source, schema).members.size > 0;
}

function inSchemaOrder(source: SchemaSource, schema: Located, value: Readonly<Record<string, unknown>>): string[] {
  const flat = getCachedFlatSchema(source, schema);
  const inVariants = flat.variants.flatMap((variant) => [...getCachedFlatSchema(source, variant).properties.keys()]);
  const known = [...new Set([...flat.properties.keys(), ...inVariants])].filter((name) => Object.hasOwn(value, name));
  return [...known, ...Object.keys(value).filter((name) => !known.includes(name))];
}

/** The name with its prefix. The namespace is declared where it's first needed. */
function qualified({ problems }: Writing, holder: Content, { name, prefix, namespace }: XmlHints, path: string): string {
  if (!isXmlName(name) || (prefix !== null && !isXmlName(prefix)))
    addProblem(problems, path, `has a name that XML doesn’t allow: ${JSON.stringify(name)}.`);
  if (namespace !== null) holder.attributes[prefix === null ? 'xmlns' : `xmlns:${prefix}`] = namespace;
  return prefix === null ? name : `${prefix}:${name}`;
}

function scalarText({ problems }: Writing, value: unknown, path: string): string {
  if (Array.isArray(value)) return value.map(String).join(' ');
  if (isObject(value) && isMembers(value)) addProblem(problems, path, 'must be a single value: XML stores it as text.');
  const text = String(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text))
    addProblem(problems, path, 'contains characters that XML doesn’t allow.');
  return text;
}
