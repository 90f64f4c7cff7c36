import { type AvailableReferences, constNames, type ExpressionScope, listMembers, type PathKey, valueAtPath } from '@portage/workflow';
import { collectAliases, PATH_SOURCE, readMembers, readPath, type ScriptPath } from './script-paths.ts';

/** A completion for a script. Offsets count UTF-16 units from the start. */
export interface ScriptSuggestion {
  label: string;
  kind: 'variable' | 'property' | 'method' | 'step';
  insertText: string;
  start: number;
  end: number;
  /** More text to remove, such as the dot before a name that is put in brackets. */
  dropped?: { start: number; end: number };
  sample?: { value: unknown };
}

const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const listMethods = [
  'length',
  'map',
  'filter',
  'find',
  'some',
  'every',
  'reduce',
  'forEach',
  'flatMap',
  'includes',
  'join',
  'slice',
  'at',
  'toSorted',
];
const textMethods = [
  'length',
  'trim',
  'split',
  'includes',
  'startsWith',
  'endsWith',
  'slice',
  'replaceAll',
  'toLowerCase',
  'toUpperCase',
  'padStart',
];
/** Names that exist in every script (packages/sandbox exposes nothing else). */
const languageNames = [
  'return',
  'const',
  'let',
  'if',
  'else',
  'for',
  'of',
  'function',
  'async',
  'await',
  'throw',
  'try',
  'catch',
  'switch',
  'case',
  'true',
  'false',
  'null',
  'undefined',
  'JSON',
  'Math',
  'Object',
  'Array',
  'Date',
  'Number',
  'String',
  'Boolean',
  'Promise',
  'Map',
  'Set',
  'Error',
];
const WORD = /(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]{2,}/gu;
const MOST_WORDS = 500;
const consoleMethods = ['log', 'info', 'warn', 'error', 'debug'];

const afterDot = new RegExp(String.raw`(${PATH_SOURCE})\s*(\?\.|\.)\s*([\p{L}\p{N}_$]*)$`, 'u');
const inBracket = new RegExp(String.raw`(${PATH_SOURCE})\s*(?:\?\.\s*)?\[\s*(["']?)([^"'\]\n]*)$`, 'u');
const nameStart = /(?<![\p{L}\p{N}_$.])([\p{L}_$][\p{L}\p{N}_$]*)?$/u;

export function scriptSuggestions(
  script: string,
  offset: number,
  available: AvailableReferences,
  scope: ExpressionScope,
): ScriptSuggestion[] {
  const before = script.slice(0, offset);
  const dotted = afterDot.exec(before);
  if (dotted) return dottedSuggestions(script, offset, dotted, available, scope);
  const bracketed = inBracket.exec(before);
  if (bracketed) return bracketSuggestions(script, offset, bracketed, available, scope);
  return nameSuggestions(script, offset, before);
}

function dottedSuggestions(
  script: string,
  offset: number,
  match: RegExpExecArray,
  available: AvailableReferences,
  scope: ExpressionScope,
): ScriptSuggestion[] {
  const [, source = '', dot = '.', prefix = ''] = match;
  const start = offset - prefix.length;
  const range = { start, end: offset };
  if (source === 'console') return consoleMethods.map((label) => ({ label, kind: 'method', insertText: label, ...range }));
  const path = readPath(source, collectAliases(script));
  if (!path) return [];
  const dotStart = match.index + source.length;
  const members = membersAt(path, available, scope).map(({ key, sample, kind }): ScriptSuggestion => {
    const isPlain = typeof key === 'string' && IDENTIFIER.test(key) && kind !== 'step';
    return {
      label: String(key),
      kind,
      insertText: isPlain ? key : `${dot === '?.' ? '?.' : ''}[${JSON.stringify(key)}]`,
      ...range,
      ...(isPlain ? {} : { dropped: { start: dotStart, end: start } }),
      ...(sample ? { sample } : {}),
    };
  });
  return [
    ...members,
    ...getMethods(path, scope).map((label): ScriptSuggestion => ({ label, kind: 'method', insertText: label, ...range })),
  ];
}

function bracketSuggestions(
  script: string,
  offset: number,
  [, source = '', quote = '', prefix = '']: RegExpExecArray,
  available: AvailableReferences,
  scope: ExpressionScope,
): ScriptSuggestion[] {
  const path = readPath(source, collectAliases(script));
  if (!path) return [];
  const rest = script.slice(offset);
  const closing = quote === '' ? /^\s*\]/ : quote === '"' ? /^"?\s*\]?/ : /^'?\s*\]?/;
  const end = offset + (closing.exec(rest)?.[0].length ?? 0);
  const start = offset - prefix.length - quote.length;
  return membersAt(path, available, scope).map(({ key, sample, kind }) => ({
    label: String(key),
    kind,
    insertText: `${JSON.stringify(key)}]`,
    start,
    end,
    ...(sample ? { sample } : {}),
  }));
}

function nameSuggestions(script: string, offset: number, before: string): ScriptSuggestion[] {
  const prefix = nameStart.exec(before)?.[1];
  if (prefix === undefined) return [];
  const words = [...script.matchAll(WORD)].flatMap((match) => (match.index === offset - prefix.length ? [] : [match[0]]));
  const names = new Set([
    'Steps',
    '$Data',
    '$Vars',
    '$Consts',
    'console',
    ...collectAliases(script).keys(),
    ...languageNames,
    ...words.slice(0, MOST_WORDS),
  ]);
  return [...names].map((label) => ({ label, kind: 'variable', insertText: label, start: offset - prefix.length, end: offset }));
}

interface Member {
  key: PathKey;
  kind: 'property' | 'step';
  sample?: { value: unknown };
}

/** The next members of a path; the ones known without a sample come first. */
function membersAt(path: ScriptPath, available: AvailableReferences, scope: ExpressionScope): Member[] {
  const { root, keys } = path;
  const sampled = (key: PathKey): Member => {
    const value = sampleAt({ root, keys: [...keys, key] }, scope);
    return { key, kind: 'property', ...(value === undefined ? {} : { sample: { value } }) };
  };
  if (root === 'Steps' && keys.length === 0) return available.steps.toReversed().map(({ step }) => ({ key: step.stepId, kind: 'step' }));
  if (root === 'Steps' && keys.length === 1) {
    return (available.steps.find(({ step }) => step.stepId === keys[0])?.values ?? []).map(sampled);
  }
  if (root === 'Data' && keys.length === 0) return available.data.map(({ key }) => sampled(key));
  if (root === 'Consts' && keys.length === 0) return constNames.map(sampled);
  const value = sampleAt(path, scope);
  if (Array.isArray(value)) return [];
  return listMembers(value, 500).map(({ key, value: member }) => ({ key, kind: 'property', sample: { value: member } }));
}

function getMethods(path: ScriptPath, scope: ExpressionScope): readonly string[] {
  const value = sampleAt(path, scope);
  if (Array.isArray(value)) return listMethods;
  return typeof value === 'string' ? textMethods : [];
}

function sampleAt({ root, keys }: ScriptPath, scope: ExpressionScope): unknown {
  return valueAtPath({ Steps: scope.steps, Data: scope.data, Vars: scope.vars, Consts: scope.consts }[root], keys);
}

export interface ScriptHover {
  start: number;
  end: number;
  path: ScriptPath;
  value: unknown;
}

/** The path at an offset of a script, up to the member there, with its sample value; null if there is no path there. */
export function scriptHover(script: string, offset: number, scope: ExpressionScope): ScriptHover | null {
  for (const match of script.matchAll(new RegExp(PATH_SOURCE, 'gu'))) {
    const start = match.index;
    const source = match[0];
    if (offset < start || offset > start + source.length) continue;
    const baseLength = /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(source)?.[0].length ?? 0;
    const members = readMembers(source.slice(baseLength));
    const upTo = members.find(({ end }) => start + baseLength + end >= offset);
    const length = offset <= start + baseLength ? baseLength : baseLength + (upTo?.end ?? 0);
    const path = readPath(source.slice(0, length), collectAliases(script));
    if (!path || path.keys.length === 0) return null;
    const value = sampleAt(path, scope);
    return value === undefined ? null : { start, end: start + length, path, value };
  }
  return null;
}
