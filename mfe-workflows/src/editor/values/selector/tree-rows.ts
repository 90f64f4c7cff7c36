import { listMembers, memberCount, type PathKey, searchPaths, writeKey, writePath } from '@portage/workflow';

/** Members of one value that are shown until the person asks for more. */
export const ROWS_AT_ONCE = 100;
const MOST_FOUND = 50;

export type Root = 'Steps' | 'Data' | 'Vars' | 'Consts';

/** A root of a tree of values: one value, and the path that leads to it. */
export interface TreeRoot {
  root: Root;
  keys: PathKey[];
  label: string;
  /** Omitted if no sample is known yet. */
  sample?: { value: unknown };
}

/** Several roots under one heading, e.g. a step's values. */
export interface TreeGroup {
  id: string;
  label: string;
  /** Type of the step; omitted for headings that aren't steps. */
  stepType?: string;
  /** A note on all values of the group, such as that the step may not have run. */
  note?: string;
  roots: TreeRoot[];
}

export type TreeRow = { id: string; level: number; parentId: string | null } & (
  | { kind: 'group'; group: TreeGroup; isExpanded: boolean }
  | { kind: 'value'; root: Root; keys: PathKey[]; label: string; sample?: { value: unknown }; childCount: number; isExpanded: boolean }
  | { kind: 'more'; ofId: string; hidden: number }
);

export interface TreeState {
  isExpanded(id: string): boolean;
  /** The number of a value's members to show. */
  rowsOf(id: string): number;
}

/** The rows of a tree from top to bottom; closed parts are not read. */
export function treeRows(groups: readonly TreeGroup[], state: TreeState): TreeRow[] {
  const rows: TreeRow[] = [];
  for (const group of groups) {
    const isExpanded = state.isExpanded(group.id);
    rows.push({ kind: 'group', id: group.id, level: 1, parentId: null, group, isExpanded });
    if (isExpanded) for (const root of group.roots) addValue(rows, { ...root, level: 2, parentId: group.id }, state);
  }
  return rows;
}

interface ValueAt extends TreeRoot {
  level: number;
  parentId: string | null;
}

function addValue(rows: TreeRow[], { root, keys, label, sample, level, parentId }: ValueAt, state: TreeState): void {
  const id = writePath(root, keys);
  const childCount = sample ? memberCount(sample.value) : 0;
  const isExpanded = childCount > 0 && state.isExpanded(id);
  rows.push({ kind: 'value', id, level, parentId, root, keys, label, ...(sample ? { sample } : {}), childCount, isExpanded });
  if (!isExpanded || !sample) return;
  const limit = state.rowsOf(id);
  for (const { key, value } of listMembers(sample.value, limit)) {
    addValue(rows, { root, keys: [...keys, key], label: formatKey(key), sample: { value }, level: level + 1, parentId: id }, state);
  }
  if (childCount > limit)
    rows.push({ kind: 'more', id: `${id} more`, level: level + 1, parentId: id, ofId: id, hidden: childCount - limit });
}

function formatKey(key: PathKey): string {
  return typeof key === 'number' ? `[${key}]` : key;
}

/** The rows that match the words: groups by name, which are then open, and paths by their last part, as a flat list. */
export function foundRows(groups: readonly TreeGroup[], words: string, state: TreeState): TreeRow[] {
  const wanted = words.trim().toLowerCase();
  return groups.flatMap((group): TreeRow[] => {
    if (group.label.toLowerCase().includes(wanted)) return treeRows([group], state);
    const rows: TreeRow[] = [];
    for (const root of group.roots) addFound(rows, root, wanted, group.id, state);
    return rows.length === 0 ? [] : [{ kind: 'group', id: group.id, level: 1, parentId: null, group, isExpanded: true }, ...rows];
  });
}

function addFound(rows: TreeRow[], start: TreeRoot, wanted: string, parentId: string, state: TreeState): void {
  if (start.label.toLowerCase().includes(wanted) || String(start.keys.at(-1)).toLowerCase().includes(wanted)) {
    addValue(rows, { ...start, level: 2, parentId }, state);
    return;
  }
  if (!start.sample) return;
  for (const found of searchPaths(start.sample.value, wanted, MOST_FOUND)) {
    const label = `${start.label}${found.keys.map(writeKey).join('')}`;
    addValue(rows, { ...start, keys: [...start.keys, ...found.keys], label, sample: { value: found.value }, level: 2, parentId }, state);
  }
}
