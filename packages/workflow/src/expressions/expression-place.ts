import { isRoot, type ReferenceRoot } from '../values/syntax-tree.ts';
import { isIdentifier } from './is-identifier.ts';

/**
 * The kind of text expected after the caret: `name`: a reference or a formula; `step`: a step's name; `member`: the next part of a path;
 * `stepMember`: the same after a name that isn't a root, as people say it: `order.total`; `text`: anything, such as a formula's quoted
 * argument.
 */
export type CompletionContext = {
  /** Whether a value was already started: what is inserted here needs no `$`. */
  isOpen: boolean;
  /** The part of the name before the caret. */
  prefix: string;
  /** Where the replaced text starts: that part with its quotation mark, bracket or dot, or the whole `stepMember`. */
  start: number;
} & (
  | { kind: 'name' | 'text' | 'step' }
  | { kind: 'member'; root: ReferenceRoot; keys: PathKey[] }
  | { kind: 'stepMember'; stepName: string; keys: PathKey[] }
);

type PathKey = string | number;

type Token = { start: number; end: number } & (
  | { kind: 'name' | 'sign' | 'blank'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'string'; value: string; isClosed: boolean }
);

const SEGMENT = /\$(?=[\p{L}{]|$)/gu;
const BARE = /^\s*Steps(?=\s*\[)/;
const TOKENS: readonly [kind: 'blank' | 'name' | 'number' | 'string' | 'sign', pattern: RegExp][] = [
  ['blank', /\s+/y],
  ['name', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['number', /-?\d+(?:\.\d*)?/y],
  ['string', /\\"(?:(?!\\")[\s\S])*(?:\\")?|"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?/y],
  ['sign', /[\s\S]/y],
];

/**
 * The expression place at the end of the text, or null in plain text.
 *
 * @param before the expression up to the caret.
 * @param stepNames names that people may write unquoted, even ones such as `my step`.
 */
export function findCompletionContext(before: string, stepNames: readonly string[] = []): CompletionContext | null {
  const oddNames = stepNames.filter((name) => !isIdentifier(name)).toSorted((left, right) => right.length - left.length);
  const bare = BARE.test(before) ? before.length - before.trimStart().length : -1;
  if (bare >= 0) return readContext(readTokens(before, bare, false, oddNames).tokens, before.length, true);
  let at = 0;
  for (;;) {
    SEGMENT.lastIndex = at;
    const start = SEGMENT.exec(before)?.index;
    if (start === undefined) return null;
    const isBraced = before[start + 1] === '{';
    const { tokens, closedAt } = readTokens(before, start + (isBraced ? 2 : 1), !isBraced, oddNames);
    if (closedAt === null) {
      const place = readContext(tokens, before.length, isBraced || tokens.some(({ kind }) => kind === 'sign'));
      // In running text only what touches the dollar sign belongs to it.
      return place && !isBraced && !isInBrackets(tokens) ? { ...place, isOpen: false } : place;
    }
    at = Math.max(closedAt, start + 1);
  }
}

/** Reads until the segment or the text ends. In running text a path ends at the first token that doesn't continue it. */
function readTokens(
  text: string,
  from: number,
  inText: boolean,
  oddNames: readonly string[],
): { tokens: Token[]; closedAt: number | null } {
  const tokens: Token[] = [];
  let at = from;
  let depth = 0;
  while (at < text.length) {
    const token = (startsStep(tokens) && readOddName(text, at, inText, oddNames)) || readToken(text, at);
    if (token.kind === 'sign') {
      if (token.text === '}' && depth === 0) return { tokens, closedAt: token.end };
      if ('[('.includes(token.text)) depth += 1;
      if (')]'.includes(token.text)) depth -= 1;
    }
    if (inText && depth <= 0 && !goesOn(tokens, token)) return { tokens, closedAt: token.start };
    if (token.kind !== 'blank' || inText) tokens.push(token);
    at = token.end;
  }
  return { tokens: tokens.filter(({ kind }) => kind !== 'blank'), closedAt: null };
}

/** Whether a step's name may follow the tokens: where a value begins, and after `Steps.`. */
function startsStep(tokens: readonly Token[]): boolean {
  const [root, dot] = tokens.slice(-2);
  if (isSign(dot, '.')) return root?.kind === 'name' && root.text === 'Steps' && startsValue(tokens.at(-3));
  return startsValue(tokens.findLast(({ kind }) => kind !== 'blank'));
}

/** A step's name that isn't an identifier, or the part of it before the caret. */
function readOddName(text: string, at: number, inText: boolean, oddNames: readonly string[]): Token | null {
  if (oddNames.length === 0) return null;
  // `$Data and` in running text isn't the beginning of a step `Data and more`.
  if (inText && beginsWithRoot(text, at)) return null;
  for (const name of oddNames) {
    // Reads no more text than the name is long: the text may be a megabyte, and is scanned from each of its values.
    const end = Math.min(at + name.length, text.length);
    const written = text.slice(at, end);
    const isWhole = isSameName(written, name) && '.['.includes(text.charAt(end));
    const isBegun = end === text.length && /\p{L}/u.test(written) && isSameName(written, name.slice(0, written.length));
    if (isWhole || isBegun) return { kind: 'name', text: written, start: at, end };
  }
  return null;
}

function beginsWithRoot(text: string, at: number): boolean {
  const token = readToken(text, at);
  return token.kind === 'name' && isRoot(token.text);
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether a token continues a `$name` in running text. */
function goesOn(tokens: readonly Token[], token: Token): boolean {
  const last = tokens.at(-1);
  if (!last) return token.kind === 'name';
  if (token.kind === 'name') return last.kind === 'sign' && last.text === '.';
  if (token.kind !== 'sign') return false;
  if (token.text === '.') return last.kind !== 'sign' || last.text !== '.';
  return token.text === ']' || token.text === ')';
}

function readToken(text: string, at: number): Token {
  for (const [kind, pattern] of TOKENS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    const range = { start: at, end: at + found.length };
    if (kind === 'number') return { kind, value: Number(found), ...range };
    if (kind === 'string') return { kind, ...range, ...unquoted(found) };
    return { kind, text: found, ...range };
  }
  return { kind: 'sign', text: '', start: at, end: at + 1 };
}

function unquoted(quoted: string): { value: string; isClosed: boolean } {
  const quote = quoted.startsWith('\\') ? '\\"' : quoted.charAt(0);
  const isClosed = quoted.length >= quote.length * 2 && quoted.endsWith(quote);
  const inner = quoted.slice(quote.length, isClosed ? -quote.length : undefined);
  return { value: inner.replace(/\\([\s\S])/g, '$1'), isClosed };
}

function isInBrackets(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    if (token.kind !== 'sign') continue;
    if ('[('.includes(token.text)) depth += 1;
    if (')]'.includes(token.text)) depth -= 1;
  }
  return depth > 0;
}

function readContext(tokens: readonly Token[], end: number, isOpen: boolean): CompletionContext | null {
  const last = tokens.at(-1);
  if (!last) return { kind: 'name', isOpen, prefix: '', start: end };
  if (last.kind === 'string') {
    if (last.isClosed) return null;
    const path = isSign(tokens.at(-2), '[') ? pathBefore(tokens, tokens.length - 2) : null;
    if (!path) return { kind: 'text', isOpen, prefix: last.value, start: last.start };
    return buildMemberContext(path, isOpen, last.value, tokens.at(-2)?.start ?? last.start);
  }
  if (last.kind === 'name') {
    if (last.end !== end) return null;
    const before = tokens.at(-2);
    if (isSign(before, '.')) return findDottedContext(tokens, tokens.length - 2, isOpen, last.text);
    return startsValue(before) ? { kind: 'name', isOpen, prefix: last.text, start: last.start } : null;
  }
  if (isSign(last, '.')) return findDottedContext(tokens, tokens.length - 1, isOpen, '');
  if (isSign(last, '[')) {
    const path = pathBefore(tokens, tokens.length - 1);
    return path && buildMemberContext(path, isOpen, '', last.start);
  }
  return startsValue(last) ? { kind: 'name', isOpen, prefix: '', start: end } : null;
}

/** The place after the dot at `to`. */
function findDottedContext(tokens: readonly Token[], to: number, isOpen: boolean, prefix: string): CompletionContext | null {
  const path = namesBefore(tokens, to);
  if (!path) return null;
  const { first, keys, start } = path;
  const [said, ...behind] = keys;
  // A name such as `my step` can't follow a dot, so all of `Steps.my step.` is replaced.
  if (first === 'Steps' && path.saysOddName) return { kind: 'stepMember', isOpen, prefix, start, stepName: String(said), keys: behind };
  if (isRoot(first)) return buildMemberContext({ root: first, keys }, isOpen, prefix, tokens[to]?.start ?? start);
  return startsValue(path.before) ? { kind: 'stepMember', isOpen, prefix, start, stepName: first, keys } : null;
}

function buildMemberContext(
  path: { root: ReferenceRoot; keys: PathKey[] },
  isOpen: boolean,
  prefix: string,
  start: number,
): CompletionContext {
  if (path.root === 'Steps' && path.keys.length === 0) return { kind: 'step', isOpen, prefix, start };
  return { kind: 'member', isOpen, prefix, start, ...path };
}

/** True at the start and after tokens that expect a value. */
function startsValue(token: Token | undefined): boolean {
  return token === undefined || (token.kind === 'sign' && ['(', ',', '[', '$'].includes(token.text));
}

/** The path that ends before the token at `to`, or null if it isn't known before the run. */
function pathBefore(tokens: readonly Token[], to: number): { root: ReferenceRoot; keys: PathKey[] } | null {
  const path = namesBefore(tokens, to);
  return path && isRoot(path.first) ? { root: path.first, keys: path.keys } : null;
}

interface NamedPath {
  first: string;
  keys: PathKey[];
  start: number;
  before: Token | undefined;
  /** Whether a step's name such as `my step` follows a dot. */
  saysOddName: boolean;
}

/** Like pathBefore, whatever its first name is. */
function namesBefore(tokens: readonly Token[], to: number): NamedPath | null {
  const keys: PathKey[] = [];
  let saysOddName = false;
  let at = to - 1;
  for (;;) {
    const token = tokens[at];
    if (isSign(token, ']')) {
      const key = tokens[at - 1];
      if (!isSign(tokens[at - 2], '[')) return null;
      if (key?.kind === 'string' && key.isClosed) keys.unshift(key.value);
      else if (key?.kind === 'number') keys.unshift(key.value);
      else return null;
      at -= 3;
    } else if (token?.kind !== 'name') {
      return null;
    } else if (isSign(tokens[at - 1], '.')) {
      keys.unshift(token.text);
      saysOddName ||= !isIdentifier(token.text);
      at -= 2;
    } else {
      return { first: token.text, keys, start: token.start, before: tokens[at - 1], saysOddName };
    }
  }
}

function isSign(token: Token | undefined, text: string): boolean {
  return token?.kind === 'sign' && token.text === text;
}
