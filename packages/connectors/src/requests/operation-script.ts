import { hasAttribute, type SchemaNode } from '../schema/schema-node.ts';
import { shownProperties } from '../schema/visible-nodes.ts';

const MAX_OPTIONAL = 12;
const MAX_LEVELS = 4;

/**
 * An initial script for an operation whose values come from a script (API-84): required values with an example of their type,
 * others as comments.
 *
 * @param root of loadRequestSchema.
 */
export function operationScript(root: SchemaNode): string {
  const groups = (root.properties ?? []).map((group) => `  ${group.name}: ${writeExample(group, 1)},`);
  return groups.length === 0 ? 'return {};' : `return {\n${groups.join('\n')}\n};`;
}

function writeExample(node: SchemaNode, level: number): string {
  if (node.default !== undefined) return JSON.stringify(node.default);
  const [choice] = node.enum ?? [];
  if (choice) return JSON.stringify(choice.value);
  switch (node.type) {
    case 'Object':
    case 'OneOfObject':
      return writeObject(node, level);
    case 'Array':
      return node.arrayItemType && level < MAX_LEVELS ? `[${writeExample(node.arrayItemType, level)}]` : '[]';
    case 'Integer':
    case 'Number':
      return '0';
    case 'Boolean':
      return 'false';
    case 'String':
    case 'Date':
    case 'DateTime':
    case 'File':
      return '""';
    case 'Any':
      return 'null';
    default:
      return node.type satisfies never;
  }
}

function writeObject(node: SchemaNode, level: number): string {
  const variant = Object.values(node.discriminatorToProperties ?? {})[0] ?? [];
  const properties = shownProperties([...(node.properties ?? []), ...variant]);
  const required = properties.filter(({ isRequired }) => isRequired);
  const optional = properties.filter((property) => !property.isRequired && !hasAttribute(property, 'Advanced')).slice(0, MAX_OPTIONAL);
  if (level >= MAX_LEVELS || required.length + optional.length === 0) return '{}';
  const indent = '  '.repeat(level + 1);
  const lines = [
    ...required.map((property) => `${indent}${quoteKey(property.name)}: ${writeExample(property, level + 1)},`),
    ...optional.map((property) => `${indent}// ${quoteKey(property.name)}: ${property.type},`),
  ];
  return `{\n${lines.join('\n')}\n${'  '.repeat(level)}}`;
}

function quoteKey(name: string): string {
  // A line break in a name must not end its comment.
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)
    ? name
    : JSON.stringify(name).replace(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
}
