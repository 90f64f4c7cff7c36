import { ExactNumber, readNumber } from '@portage/primitives/exact-json';
import { forbiddenNames } from '@portage/primitives/forbidden-names';
import { findFormula, formulaNames } from '../formulas/formula-table.ts';
import { ExpressionError } from '../values/expression-error.ts';
import {
  type CallNode,
  type ExpressionNode,
  isRoot,
  type MemberNode,
  type ReferenceNode,
  type ReferenceRoot,
  referenceRoots,
} from '../values/syntax-tree.ts';
import type { Cursor } from './cursor.ts';
import { atQuote, readString } from './read-string.ts';

const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const INDEX = /\d+(?=\s*\])/y;
const CONSTANTS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** True for a character that starts a segment after a `$` in text (spec EXPR-03: space, punctuation and digits leave it literal). */
export function startsName(character: string): boolean {
  return /^\p{L}$/u.test(character);
}

/** Reads one value: a quoted text, a number, true, false, null, a reference or a formula. */
export function parseNode(cursor: Cursor): ExpressionNode {
  cursor.countStep();
  const position = cursor.position;
  if (atQuote(cursor)) return { kind: 'literal', value: readString(cursor), position };
  const number = cursor.take(NUMBER);
  if (number !== null) return { kind: 'literal', value: numberValue(number), position };
  if (cursor.current() === '$') cursor.position += 1;
  return parseNamed(cursor, position, false);
}

/** A number that JavaScript would round is the text of its digits, as in the JSON of other systems. */
function numberValue(written: string): number | string {
  const number = readNumber(written) ?? written;
  return number instanceof ExactNumber ? number.digits : number;
}

/**
 * Reads what starts with a name.
 *
 * @param position of its `$`, otherwise of its name.
 * @param inText true for `$name` in running text: there a dot without a name after it belongs to the text.
 */
export function parseNamed(cursor: Cursor, position: number, inText: boolean): ExpressionNode {
  const name = cursor.take(NAME);
  if (name === null) throw unexpected(cursor);
  const constant = inText ? undefined : CONSTANTS.get(name);
  if (constant !== undefined) return { kind: 'literal', value: constant, position };
  if (isRoot(name)) return parseReference(cursor, name, position, inText);
  const asText = ` To send "$${name}" as text, write \${"$"}${name}.`;
  if (formulaNames.includes(name)) {
    if (cursor.current() !== '(') throw cursor.error(`The formula ${name} needs brackets: ${name}().${inText ? asText : ''}`, position);
    const call = parseCall(cursor, name, position);
    checkArity(call);
    return call;
  }
  const meant = [...referenceRoots, ...formulaNames].find((known) => known.toLowerCase() === name.toLowerCase());
  const correction = meant === undefined ? '' : ` It is written ${meant}.`;
  if (cursor.current() === '(') throw cursor.error(`There is no formula "${name}".${correction}`, position);
  const hint = inText ? asText : meant === undefined ? ' Names are Steps, Data, Vars, Consts and the formulas.' : '';
  throw cursor.error(`Unknown name "${name}".${correction}${hint}`, position);
}

function parseReference(cursor: Cursor, root: ReferenceRoot, position: number, inText: boolean): ReferenceNode {
  const members: MemberNode[] = [];
  for (;;) {
    const member = parseMember(cursor, inText);
    if (!member) break;
    if (member.kind === 'name') refuseForbidden(cursor, member.name, member.position);
    members.push(member);
  }
  const last = members.at(-1);
  if (!inText && last?.kind === 'name' && cursor.current() === '(') throw cursor.error(methodProblem(last.name), last.position);
  if (root === 'Steps' && members.length === 0) throw cursor.error('Say which step: Steps["name"].', position);
  return { kind: 'reference', root, members, position, end: cursor.position };
}

/** The message for what JavaScript would call: `Data.name.toUpperCase()`. */
function methodProblem(name: string): string {
  const instead = formulaNames.includes(name) ? `Write ${name}(value) around the value.` : 'Use a formula around the value, or a script.';
  return `Values have no functions such as .${name}(). ${instead}`;
}

function refuseForbidden(cursor: Cursor, name: string, position: number): void {
  if (forbiddenNames.includes(name)) throw cursor.error(`"${name}" cannot be used in an expression.`, position);
}

function parseMember(cursor: Cursor, inText: boolean): MemberNode | null {
  const before = cursor.position;
  if (!inText) cursor.skipBlanks();
  const position = cursor.position;
  if (cursor.current() === '[') {
    cursor.countStep();
    return parseBracket(cursor, position);
  }
  if (cursor.current() === '.') {
    cursor.countStep();
    cursor.position += 1;
    if (!inText) cursor.skipBlanks();
    const name = cursor.take(NAME);
    if (name !== null) return { kind: 'name', name, position };
    if (!inText) throw unexpected(cursor, 'a name after the dot');
  }
  cursor.position = before;
  return null;
}

function parseBracket(cursor: Cursor, position: number): MemberNode {
  cursor.position += 1;
  cursor.skipBlanks();
  const index = cursor.take(INDEX);
  let member: MemberNode;
  if (index !== null) {
    member = { kind: 'index', index: Number(index), position };
  } else {
    const expression = cursor.nested(() => parseNode(cursor));
    if (expression.kind === 'literal' && typeof expression.value === 'number') {
      throw cursor.error('Positions are whole numbers from 0. For the last entry, write last(list).', position);
    }
    if (expression.kind === 'literal' && typeof expression.value === 'string') {
      member = { kind: 'name', name: expression.value, position };
    } else {
      member = { kind: 'computed', expression, position };
    }
  }
  cursor.skipBlanks();
  if (cursor.current() !== ']') throw cursor.atEnd ? cursor.error('The bracket is not closed.', position) : unexpected(cursor, '"]"');
  cursor.position += 1;
  return member;
}

function parseCall(cursor: Cursor, name: string, position: number): CallNode {
  const values: ExpressionNode[] = [];
  const opening = cursor.position;
  cursor.position += 1;
  cursor.skipBlanks();
  if (cursor.current() === ')') {
    cursor.position += 1;
    return { kind: 'call', name, arguments: values, position, end: cursor.position };
  }
  for (;;) {
    cursor.skipBlanks();
    if (cursor.atEnd) throw cursor.error('The bracket is not closed.', opening);
    values.push(cursor.nested(() => parseNode(cursor)));
    cursor.skipBlanks();
    const separator = cursor.current();
    if (separator === '') throw cursor.error('The bracket is not closed.', opening);
    if (separator !== ',' && separator !== ')') throw unexpected(cursor, '"," or ")"');
    cursor.position += 1;
    if (separator === ')') return { kind: 'call', name, arguments: values, position, end: cursor.position };
  }
}

export function unexpected(cursor: Cursor, wanted = 'a reference, a formula, a quoted text or a number') {
  const hint = operatorHint(cursor.text, cursor.position);
  if (hint) return cursor.error(`There are no operators here. ${hint}`);
  const found = cursor.atEnd ? 'the text ends' : `there is "${String.fromCodePoint(cursor.text.codePointAt(cursor.position) ?? 0)}"`;
  return cursor.error(`Expected ${wanted}, but ${found}.`);
}

/** What people used to JavaScript, Excel or n8n write inside `${}`, and its equivalent here. Longest first. */
const HINTS: readonly [operator: string, hint: string][] = [
  ['?.', 'Write "." instead of "?.": a missing value gives null by itself.'],
  ['??', 'Write firstFilled(value, other) instead of "??".'],
  ['||', 'Write or(…), or firstFilled(value, other), instead of "||".'],
  ['&&', 'Write and(…) instead of "&&".'],
  ['==', 'Write equals(value, other) instead of "==".'],
  ['!=', 'Write not(equals(value, other)) instead of "!=".'],
  ['<', 'Write lessThan(value, other) instead of "<".'],
  ['>', 'Write greaterThan(value, other) instead of ">".'],
  ['?', 'Write if(condition, then, otherwise) instead of "? :".'],
  ['!', 'Write not(value) instead of "!".'],
  ['+', 'Write add(…) instead of "+" for numbers; put texts next to each other, as in ${Data.a} ${Data.b}.'],
  ['-', 'Write subtract(amount, less) instead of "-".'],
  ['*', 'Write multiply(amount, by) instead of "*".'],
  ['/', 'Write divide(amount, by) instead of "/".'],
  ['&', 'Put texts next to each other, as in ${Data.a} ${Data.b}, instead of "&".'],
  ['|', 'Write formulas around each other, as in trim(toLowerCase(value)), instead of "|".'],
];

/** Names the formula for another language's operator at this position; null: none. */
function operatorHint(text: string, position: number): string | null {
  return HINTS.find(([operator]) => text.startsWith(operator, position))?.[1] ?? null;
}

/** @throws ExpressionError if a call has too few or too many arguments. */
function checkArity(node: CallNode): void {
  const formula = findFormula(node.name);
  if (!formula) return;
  const { min, max } = formula.arity;
  const count = node.arguments.length;
  if (count < min || count > max) throw new ExpressionError(`Write ${formula.signature}.`, node.position);
}
