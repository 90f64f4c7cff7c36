import { GROUP_SIZE, getJsonKind, type IndexRange, splitRange } from './json-tree.ts';

/** Lists and objects with at least this many members are shown in ranges that open separately. */
export const RANGED_FROM = 1_000;
/** Longest text in a row; a longer one opens into lines. */
export const ROW_TEXT_LENGTH = 200;
/** Characters per line of such a text. */
const LINE_LENGTH = 120;
/** Maximum number of rows, so that "Expand all" always ends. */
export const MOST_ROWS = 300_000;

/** Something that opens: a list or object, a range of one, or a long text. Compared by identity. */
export type JsonNode = object;

export interface JsonRow {
  kind: 'branch' | 'range' | 'leaf' | 'text' | 'line' | 'rest';
  depth: number;
  /** Undefined for the outermost value and for rows that aren't members. */
  name?: string | undefined;
  value: unknown;
  /** Null for the outermost value. */
  parent: object | null;
  /** The content that opens on this row; null if it doesn't open. */
  node: JsonNode | null;
  isOpen: boolean;
  /** For a branch: its members. */
  count: number;
  range?: IndexRange;
}

export type Openness = 'first' | 'all' | 'none';

/** Which rows are open: given by a rule, except those that the person has toggled. */
export interface OpenState {
  rule: Openness;
  toggled: ReadonlySet<JsonNode>;
  openLevels: number;
}

const made = new WeakMap<object, Map<string, JsonNode>>();

/** Returns the same object each time, because nodes are compared by identity. */
function getNode(parent: object, key: string): JsonNode {
  let nodes = made.get(parent);
  if (!nodes) {
    nodes = new Map();
    made.set(parent, nodes);
  }
  let node = nodes.get(key);
  if (!node) {
    node = {};
    nodes.set(key, node);
  }
  return node;
}

export function rangeNode(container: object, { from, to }: IndexRange): JsonNode {
  return getNode(container, `${from}…${to}`);
}

/** Stands for the outermost value's parent if that value is a text. */
const OUTERMOST = {};

function textNode(parent: object | null, name: string | undefined): JsonNode {
  return getNode(parent ?? OUTERMOST, `text ${name ?? ''}`);
}

/** The visible rows of an open tree, in order: flat, so that only those on the screen need be drawn. */
export function jsonRows(value: unknown, state: OpenState): JsonRow[] {
  const rows: JsonRow[] = [];
  addValue({ rows, state }, { value, name: undefined, parent: null }, 0);
  return rows;
}

export function isOpenNode(node: JsonNode, isOpenAtFirst: boolean, { rule, toggled }: OpenState): boolean {
  const byRule = rule === 'first' ? isOpenAtFirst : rule === 'all';
  return toggled.has(node) ? !byRule : byRule;
}

/** Before the person toggles it. */
export function isOpenAtFirst(depth: number, count: number, openLevels: number): boolean {
  return depth < openLevels && (depth === 0 || count <= GROUP_SIZE);
}

interface Drawing {
  rows: JsonRow[];
  state: OpenState;
}

function addValue(drawing: Drawing, { value, name, parent }: Pick<JsonRow, 'value' | 'name' | 'parent'>, depth: number): void {
  const { rows, state } = drawing;
  if (rows.length >= MOST_ROWS) {
    if (rows.at(-1)?.kind !== 'rest') rows.push({ kind: 'rest', depth: 0, value: null, parent: null, node: null, isOpen: false, count: 0 });
    return;
  }
  const kind = getJsonKind(value);
  if (kind === 'object' || kind === 'array') {
    const container = value as object;
    const keys = kind === 'array' ? null : Object.keys(container);
    const count = keys ? keys.length : (container as unknown[]).length;
    const isOpen = count > 0 && isOpenNode(container, isOpenAtFirst(depth, count, state.openLevels), state);
    rows.push({ kind: 'branch', depth, name, value, parent, node: count > 0 ? container : null, isOpen, count });
    if (isOpen) addMembers(drawing, { container, keys }, { from: 0, to: count - 1 }, depth + 1);
    return;
  }
  if (kind === 'string' && isLong(value as string)) {
    const node = textNode(parent, name);
    const isOpen = isOpenNode(node, false, { ...state, rule: 'first' });
    rows.push({ kind: 'text', depth, name, value, parent, node, isOpen, count: (value as string).length });
    if (isOpen) for (const line of splitLines(value as string)) rows.push(lineRow(line, depth + 1));
    return;
  }
  rows.push({ kind: 'leaf', depth, name, value, parent, node: null, isOpen: false, count: 0 });
}

interface Members {
  container: object;
  /** Null for a list. */
  keys: string[] | null;
}

function addMembers(drawing: Drawing, members: Members, range: IndexRange, depth: number): void {
  const { rows, state } = drawing;
  const { container, keys } = members;
  if (range.to - range.from + 1 > RANGED_FROM) {
    for (const part of splitRange(range)) {
      if (rows.length >= MOST_ROWS) return;
      const node = rangeNode(container, part);
      const isOpen = isOpenNode(node, false, state);
      rows.push({ kind: 'range', depth, value: null, parent: container, node, isOpen, count: 0, range: part });
      if (isOpen) addMembers(drawing, members, part, depth + 1);
    }
    return;
  }
  for (let at = range.from; at <= range.to && rows.length <= MOST_ROWS; at += 1) {
    const name = keys ? (keys[at] as string) : String(at);
    addValue(drawing, { value: (container as Record<string, unknown>)[name], name, parent: container }, depth);
  }
}

function isLong(text: string): boolean {
  return text.length > ROW_TEXT_LENGTH || text.includes('\n');
}

function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (line === '') lines.push('');
    for (let at = 0; at < line.length; at += LINE_LENGTH) lines.push(line.slice(at, at + LINE_LENGTH));
    if (lines.length > MOST_ROWS) break;
  }
  return lines;
}

function lineRow(line: string, depth: number): JsonRow {
  return { kind: 'line', depth, value: line, parent: null, node: null, isOpen: false, count: 0 };
}
