import type { PathKey } from '@portage/workflow';

export type ScriptRoot = 'Steps' | 'Data' | 'Vars' | 'Consts';

/** A path in a script that leads to a value known before the script runs. */
export interface ScriptPath {
  root: ScriptRoot;
  keys: PathKey[];
}

/** The roots by the names that scripts give them (packages/sandbox). */
const rootNames: Readonly<Record<string, ScriptRoot>> = {
  Steps: 'Steps',
  $Steps: 'Steps',
  $Data: 'Data',
  $Vars: 'Vars',
  $Consts: 'Consts',
};

const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const QUOTED = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const MEMBER = String.raw`\s*(?:\?\.|\.)\s*${NAME}|\s*(?:\?\.\s*)?\[\s*(?:\d+|${QUOTED})\s*\]`;
/** The source of a pattern that matches a name with the members after it. */
export const PATH_SOURCE = String.raw`(?<![\p{L}\p{N}_$.])${NAME}(?:${MEMBER})*`;

const LIST_METHODS = 'map|filter|forEach|find|findLast|findIndex|some|every|flatMap';
const declared = new RegExp(String.raw`(?:const|let|var)\s+(${NAME})\s*=\s*(${PATH_SOURCE})\s*(?=[;\n]|$)`, 'gu');
const unpacked = new RegExp(String.raw`(?:const|let|var)\s*\{([^{}]*)\}\s*=\s*(${PATH_SOURCE})\s*(?=[;\n]|$)`, 'gu');
const iterated = new RegExp(String.raw`for\s*\(\s*(?:const|let|var)\s+(${NAME})\s+of\s+(${PATH_SOURCE})\s*\)`, 'gu');
const called = new RegExp(String.raw`(${PATH_SOURCE})\s*\(\s*(?:async\s*)?(?:function\s*)?\(?\s*(${NAME})`, 'gu');
const listMethod = new RegExp(String.raw`\s*\??\.\s*(?:${LIST_METHODS})$`, 'u');

export type Aliases = ReadonlyMap<string, ScriptPath>;

/**
 * The paths that names of a script refer to, as far as known without running it: `const o = Steps["x"].Payload`, `const { id } = o`, `for
 * (const line of o.lines)`, `o.lines.map((line) => …)`.
 */
export function collectAliases(script: string): Aliases {
  const aliases = new Map<string, ScriptPath>();
  const found: { at: number; name: string; source: string; key: PathKey | null }[] = [];
  for (const match of script.matchAll(declared)) found.push({ at: match.index, name: match[1] ?? '', source: match[2] ?? '', key: null });
  for (const match of script.matchAll(iterated)) found.push({ at: match.index, name: match[1] ?? '', source: match[2] ?? '', key: 0 });
  for (const match of script.matchAll(unpacked)) {
    for (const { name, key } of unpackedNames(match[1] ?? '')) found.push({ at: match.index, name, source: match[2] ?? '', key });
  }
  for (const match of script.matchAll(called)) {
    const source = match[1] ?? '';
    if (listMethod.test(source)) found.push({ at: match.index, name: match[2] ?? '', source: source.replace(listMethod, ''), key: 0 });
  }
  for (const { name, source, key } of found.sort((left, right) => left.at - right.at)) {
    const path = readPath(source, aliases);
    if (path && !Object.hasOwn(rootNames, name)) aliases.set(name, key === null ? path : { ...path, keys: [...path.keys, key] });
  }
  return aliases;
}

/** Parses `id, total: sum, "ship to": address = {}`. */
function unpackedNames(inside: string): { name: string; key: string }[] {
  const pattern = new RegExp(String.raw`^\s*(?:(${NAME})|(${QUOTED}))\s*(?::\s*(${NAME}))?\s*(?:=.*)?$`, 'su');
  return inside.split(',').flatMap((part) => {
    const [, plain, quoted, renamed] = pattern.exec(part) ?? [];
    const key = plain ?? (quoted === undefined ? undefined : unquote(quoted));
    const name = renamed ?? plain;
    return key === undefined || name === undefined ? [] : [{ name, key }];
  });
}

/** The path that a piece of source names, or null if its root is unknown. */
export function readPath(source: string, aliases: Aliases): ScriptPath | null {
  const base = new RegExp(`^${NAME}`, 'u').exec(source.trim())?.[0];
  if (base === undefined) return null;
  const root = Object.hasOwn(rootNames, base) ? rootNames[base] : undefined;
  const start = root ? { root, keys: [] } : aliases.get(base);
  if (!start) return null;
  return { root: start.root, keys: [...start.keys, ...readMembers(source.trim().slice(base.length)).map(({ key }) => key)] };
}

/** The members of a path, each with the offset where it ends. */
export function readMembers(source: string): { key: PathKey; end: number }[] {
  const pattern = new RegExp(MEMBER, 'gu');
  return [...source.matchAll(pattern)].map((match) => ({ key: parseMember(match[0]), end: match.index + match[0].length }));
}

function parseMember(member: string): PathKey {
  const inside = member.replace(/^\s*(?:\?\.|\.)?\s*/, '');
  if (!inside.startsWith('[')) return inside;
  const key = inside.slice(1, -1).trim();
  return /^\d+$/.test(key) ? Number(key) : unquote(key);
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/gs, '$1');
}
