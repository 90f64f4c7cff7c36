import { parseExpression } from '../expressions/parse-expression.ts';
import { findFormula } from '../formulas/formula-table.ts';
import { ExpressionError } from '../values/expression-error.ts';
import type { ExpressionNode, ReferenceNode, TemplatePart } from '../values/syntax-tree.ts';

const UNREADABLE = '…';

/** Values of a step that say less than its name. */
const MAIN_VALUES = new Set(['Response', 'Results']);
const VALUE_WORDS: Readonly<Record<string, string>> = {
  Payload: 'payload',
  Headers: 'headers',
  Query: 'query',
  Method: 'method',
  RawBody: 'raw body',
  CurrentItem: 'item',
  CurrentIndex: 'index',
  Error: 'error',
  ResponseHttpStatusCode: 'status',
  ResponseHeaders: 'headers',
  ResponseFile: 'file',
};

/** An expression as people would say it: "orders where status = open", or "Order {id}" for text around references. */
export function expressionWords(text: string): string {
  return withParsed(text, ({ parts, single, literal }) => {
    if (literal !== null) return String(literal).trim();
    return single ? nodeWords(single) : joinParts(parts);
  });
}

/** The same, with references in braces even if there is no other text: "{url}". */
export function templateWords(text: string): string {
  return withParsed(text, ({ parts, single, literal }) => {
    if (literal !== null) return text.trim();
    return single ? `{${nodeWords(single)}}` : joinParts(parts);
  });
}

/** The names of a JSON object's members, whose values may be expressions; null if the text isn't such an object. */
export function memberNames(json: string): string[] | null {
  try {
    const { parts } = parseExpression(json);
    const filled = parts.map((part) => (part.kind === 'text' ? part.text : '0')).join('');
    const value: unknown = JSON.parse(filled);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : null;
  } catch {
    return null;
  }
}

function withParsed(text: string, write: (parsed: ReturnType<typeof parseExpression>) => string): string {
  try {
    return write(parseExpression(text));
  } catch (error) {
    if (error instanceof ExpressionError) return UNREADABLE;
    throw error;
  }
}

function joinParts(parts: readonly TemplatePart[]): string {
  const words = parts.map((part) => (part.kind === 'text' ? part.text : `{${nodeWords(part.expression)}}`)).join('');
  return words.trim().replace(/\s+/g, ' ');
}

function nodeWords(node: ExpressionNode): string {
  switch (node.kind) {
    case 'literal':
      return node.value === null ? 'nothing' : node.value === '' ? '“”' : String(node.value);
    case 'reference':
      return referenceWords(node);
    case 'call': {
      const words = node.arguments.map(nodeWords);
      return findFormula(node.name)?.inWords?.(words) ?? words[0] ?? node.name;
    }
    default:
      return node satisfies never;
  }
}

/** The last name of the path: "total" for `$Steps["start"].Payload.total`. */
function referenceWords({ root, members }: ReferenceNode): string {
  const names = members.flatMap((member) => (member.kind === 'name' ? [member.name] : []));
  const [first, value, ...path] = names;
  if (root !== 'Steps') return names.at(-1) ?? root.toLowerCase();
  const last = path.at(-1);
  if (last !== undefined) return last === 'length' && path.length > 1 ? `number of ${path.at(-2)}` : last;
  if (first === undefined || value === undefined || MAIN_VALUES.has(value)) return first ?? UNREADABLE;
  const words = VALUE_WORDS[value] ?? value;
  return value === 'CurrentItem' || value === 'CurrentIndex' ? words : `${words} of ${first}`;
}
