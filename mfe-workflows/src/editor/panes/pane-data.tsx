import { carryValue, type InsertTarget } from '@portage/mapping-editor/value-field';
import { isObject } from '@portage/primitives/json';
import { Hint, SearchField, Stack, TextView } from '@portage/ui';
import { type PathKey, valueAtPath, writePath } from '@portage/workflow';
import { memo, type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { type DataLook, useDataLook } from '../../data-view/data-look.ts';
import { LookSwitch } from '../../data-view/look-switch.tsx';
import { type DataCell, tableOfObject } from '../../data-view/table-model.ts';
import { ValueBox } from '../../data-view/value-box.tsx';
import { ValueTable } from '../../data-view/value-table.tsx';
import { foundRows, type TreeGroup, type TreeRoot, treeRows } from '../values/selector/tree-rows.ts';
import { useTreeState } from '../values/selector/use-tree-state.ts';
import { ValueTree } from '../values/selector/value-tree.tsx';

/** Fewer rows need no filter. */
const FILTER_FROM = 10;

/** A value that the person has chosen in a pane, with its path. */
export interface Picked {
  root: Parameters<InsertTarget['insertPath']>[0];
  keys: readonly PathKey[];
  label: string;
  /** Undefined if no value is known yet. */
  value: unknown;
}

export interface PaneDataProps {
  label: string;
  group: TreeGroup;
  /** A press on a value, or Enter. */
  onPick?: ((picked: Picked) => void) | undefined;
  /** Buttons for the picked value. */
  renderActions?: ((picked: Picked) => ReactNode) | undefined;
}

/** The values of one step as a tree, a table or JSON, whichever the person used last; one of them in full on demand. */
export function PaneData({ label, group, onPick, renderActions }: PaneDataProps) {
  const [look] = useDataLook();
  const [pickedBefore, setPicked] = useState<Picked | null>(null);
  const picked = useMemo(() => pickedBefore && withValueIn(group, pickedBefore), [group, pickedBefore]);
  // While the person types in the form, the values are drawn again only when there's time.
  const shown = useDeferredValue(group);
  const latest = useRef(onPick);
  useEffect(() => {
    latest.current = onPick;
  });
  const pick = useCallback((next: Picked) => {
    setPicked(next);
    latest.current?.(next);
  }, []);
  return (
    <Stack $gap={2} $grows $shrinks>
      <LookSwitch label={label} />
      <View look={look} label={label} group={shown} onPick={pick} />
      {picked ? <PickedBox picked={picked} onClose={() => setPicked(null)} actions={renderActions?.(picked)} /> : null}
    </Stack>
  );
}

function PickedBox({ picked, ...box }: { picked: Picked; onClose: () => void; actions: ReactNode }) {
  const path = writePath(picked.root, picked.keys);
  return (
    <ValueBox {...box} label={picked.label} value={picked.value} path={path} copied={{ label: 'Copy the expression', text: `$${path}` }} />
  );
}

interface ViewProps {
  label: string;
  group: TreeGroup;
  onPick: (picked: Picked) => void;
}

const View = memo(function View({ look, ...props }: ViewProps & { look: DataLook }) {
  switch (look) {
    case 'tree':
      return <TreeOfValues {...props} />;
    case 'table':
      return <TableOfValues {...props} />;
    case 'json':
      return <JsonOfValues {...props} />;
    default:
      return look satisfies never;
  }
});

function TreeOfValues({ label, group, onPick }: ViewProps) {
  const [words, setWords] = useState('');
  const tree = useTreeState(() => group.roots.slice(0, 1).map(({ root, keys }) => writePath(root, keys)));
  const open = useMemo(() => ({ ...tree, isExpanded: (id: string) => id === group.id || tree.isExpanded(id) }), [tree, group.id]);
  const isFiltered = words.trim() !== '';
  const rows = (isFiltered ? foundRows([group], words, open) : treeRows([group], open))
    .slice(1)
    .map((row) => ({ ...row, level: row.level - 1 }));
  return (
    <>
      {isFiltered || rows.length >= FILTER_FROM ? (
        <SearchField label={`Filter ${label}`} isLabelHidden placeholder="Filter by name" value={words} onChange={setWords} />
      ) : null}
      {rows.length === 0 ? (
        <Hint role="status">Nothing here has the name “{words.trim()}”.</Hint>
      ) : (
        <ValueTree
          label={label}
          rows={rows}
          onToggle={tree.toggle}
          onShowMore={tree.showMore}
          onInsert={({ root, keys, label: name, sample }) => onPick({ root, keys, label: name, value: sample?.value })}
        />
      )}
    </>
  );
}

function TableOfValues({ label, group, onPick }: ViewProps) {
  const values = useValuesOfGroup(group);
  const fields = useMemo(() => {
    const [name, first] = Object.entries(values).find(([, value]) => isObject(value)) ?? [];
    return name !== undefined && isObject(first) ? tableOfObject(first, [name]) : tableOfObject(values, []);
  }, [values]);
  return (
    <ValueTable
      label={label}
      value={values}
      fields={fields}
      onPick={(cell) => {
        const found = pickCell(group, cell);
        if (found) onPick(found);
      }}
      onDragStart={(event, cell) => {
        const found = pickCell(group, cell);
        if (found) carryValue(event.dataTransfer, found.root, found.keys, writePath(found.root, found.keys));
      }}
    />
  );
}

function JsonOfValues({ label, group }: ViewProps) {
  const values = useValuesOfGroup(group);
  const text = useMemo(() => JSON.stringify(values, null, 2), [values]);
  return <TextView label={`${label} as JSON`} text={text} maxHeight="60vh" />;
}

/** The known values of a group by name, as one object: the same one until a value is replaced. */
function useValuesOfGroup({ roots }: TreeGroup): Record<string, unknown> {
  const values = useMemo(
    () => Object.fromEntries(roots.flatMap((root) => (root.sample ? [[getRootName(root), root.sample.value]] : []))),
    [roots],
  );
  const [stable, setStable] = useState(values);
  if (stable === values || hasSameMembers(stable, values)) return stable;
  setStable(values);
  return values;
}

function hasSameMembers(left: Readonly<Record<string, unknown>>, right: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => Object.is(left[name], right[name]));
}

function getRootName({ keys }: TreeRoot): string {
  return String(keys.at(-1));
}

function pickCell({ roots }: TreeGroup, { keys: [name, ...rest], value }: DataCell): Picked | null {
  const root = roots.find((candidate) => getRootName(candidate) === name);
  if (!root) return null;
  const keys = [...root.keys, ...rest];
  return { root: root.root, keys, label: String(keys.at(-1)), value };
}

/** The picked path with its present value: another test may have returned another one. */
function withValueIn({ roots }: TreeGroup, picked: Picked): Picked {
  const root = roots.find(({ keys }) => keys.every((key, at) => picked.keys[at] === key));
  return { ...picked, value: root?.sample ? valueAtPath(root.sample.value, picked.keys.slice(root.keys.length)) : undefined };
}
