import type { ReferenceNode } from '../values/syntax-tree.ts';
import { parseExpression } from './parse-expression.ts';

/** A reference whose path ends before its author meant it to: the rest would be text after the value. */
export interface BrokenPath {
  message: string;
  /** The range of the rest. */
  position: number;
  end: number;
}

/** No sentence continues like this directly after a name: `$Item.tags.0`, `$Item.tags.[0]`, `$Item..name`, `$Item.lines.*`. */
const PATH_GOES_ON = /^\.(?:\d|\[|\*|["']|\.\p{L})/u;
/** A mapping is one path: `$Item.first-name`, `$Item.name.`. */
const REST_OF_MAPPING = /^[.-][^\s$]*$/u;
/** The whole text, or all between two quotes of a body, is one path: `$Data.first-name`. */
const REST_OF_NAME = /^-\p{L}[\p{L}\p{N}_.[\]-]*(?:\s*$|\\?")/u;

/**
 * @returns null if every reference ends where its author meant it to
 * @throws ExpressionError if the text can't be read
 */
export function brokenPath(text: string): BrokenPath | null {
  const { parts } = parseExpression(text);
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    if (part.kind !== 'segment' || next?.kind !== 'text' || text[part.start + 1] === '{') continue;
    const { expression: node } = part;
    if (node.kind !== 'reference') continue;
    const isMapping = at === 0 && parts.length === 2 && (node.root === 'Item' || node.root === 'Entry');
    const goesOn = PATH_GOES_ON.test(next.text) || (isMapping && REST_OF_MAPPING.test(next.text));
    const before = text.slice(0, part.start);
    const isAlone = next.text.includes('"') ? before.endsWith('"') : before.trim() === '' && parts.length === at + 2;
    if (!goesOn && !(isAlone && REST_OF_NAME.test(next.text))) continue;
    const [rest = ''] = /^[.-]["']?[^\s"\\]{0,30}/.exec(next.text) ?? [];
    return { message: describeBrokenPath(text, node, rest), position: node.end, end: node.end + rest.length };
  }
  return null;
}

function describeBrokenPath(text: string, node: ReferenceNode, rest: string): string {
  const read = text.slice(node.position, node.end).replace(/^\$/, '');
  const [, index] = /^\.(\d+)/.exec(rest) ?? [];
  const example = index === undefined ? '["name"]' : `[${index}]`;
  return `“${rest}” is not part of the path $${read}. Write $${read}${example} for a value in it, or \${${read}}${rest} for a text.`;
}
