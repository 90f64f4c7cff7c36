import { type InsertTarget, type SampleOrigin, useValueActions, useValues } from '@portage/mapping-editor/value-field';
import { EmptyState, SearchField, Stack } from '@portage/ui';
import { constNames } from '@portage/workflow';
import { useEffect, useMemo, useState } from 'react';
import { NothingFound } from './nothing-found.ts';
import { dataGroups, stepGroups } from './step-groups.ts';
import { foundRows, type TreeGroup, treeRows } from './tree-rows.ts';
import { useTreeState } from './use-tree-state.ts';
import { ValueTree } from './value-tree.tsx';

/** Groups that are open at first, so that their values are read. */
const OPEN_AT_FIRST = 5;
const STEP_PREFIX = 'step ';

const originWords: Readonly<Record<SampleOrigin, string>> = { pin: 'pinned', test: 'test', run: 'last run', schema: 'example' };

export interface TabProps {
  target: InsertTarget;
}

/** Steps whose results can be used here, with a filter (spec STEP-05, STEP-06). */
export function StepsTab({ target }: TabProps) {
  const { availableOf, samples } = useValues();
  const actions = useValueActions();
  const { scopeOf } = useValues();
  const available = availableOf(target.stepId);
  const scope = scopeOf(target.stepId);
  const groups = stepGroups(available, scope, (name) => {
    if (samples.isReading(name)) return 'reading…';
    const origin = samples.origins[name] ?? (Object.hasOwn(scope.steps, name) ? 'schema' : null);
    return origin === null ? undefined : originWords[origin];
  });
  return (
    <FilteredTree
      key={target.stepId}
      label="Steps"
      placeholder="Filter steps and values"
      groups={groups}
      target={target}
      emptyTitle="No Steps to select from."
      emptyHint="Steps that run before this one appear here with their values."
      onOpenGroups={(ids) => actions?.wantSteps(ids.map((id) => id.slice(STEP_PREFIX.length)))}
    />
  );
}

/** Stored values that can be used here, with a filter (spec STEP-05, STEP-06). */
export function DataTab({ target }: TabProps) {
  const { availableOf, scopeOf } = useValues();
  const actions = useValueActions();
  useEffect(() => actions?.wantStoredData(), [actions]);
  return (
    <FilteredTree
      key={target.stepId}
      label="Data"
      placeholder="Filter data"
      groups={dataGroups(availableOf(target.stepId), scopeOf(target.stepId))}
      target={target}
      emptyTitle="No Data to select from."
      emptyHint="Values stored by an earlier Data Storage step appear here."
    />
  );
}

/** Variables have no tab of their own (spec STEP-04). */
export function ConstsTab({ target }: TabProps) {
  const { consts, vars = {} } = useValues().scopeOf(target.stepId);
  const rowsOf = (root: 'Consts' | 'Vars', names: readonly string[], samples: Readonly<Record<string, unknown>>) =>
    names.map((name) => ({
      kind: 'value' as const,
      id: `${root}.${name}`,
      level: 1,
      parentId: null,
      root,
      keys: [name],
      label: root === 'Vars' ? `$Vars.${name}` : name,
      ...(Object.hasOwn(samples, name) ? { sample: { value: samples[name] } } : {}),
      childCount: 0,
      isExpanded: false,
    }));
  const rows = [...rowsOf('Consts', constNames, consts), ...rowsOf('Vars', Object.keys(vars), vars)];
  return (
    <ValueTree label="Consts" rows={rows} onToggle={ignore} onShowMore={ignore} onInsert={(row) => target.insertPath(row.root, row.keys)} />
  );
}

interface FilteredTreeProps extends TabProps {
  label: string;
  placeholder: string;
  groups: TreeGroup[];
  emptyTitle: string;
  emptyHint: string;
  onOpenGroups?: (ids: string[]) => void;
}

function FilteredTree({ label, placeholder, groups, target, emptyTitle, emptyHint, onOpenGroups }: FilteredTreeProps) {
  const [words, setWords] = useState('');
  const tree = useTreeState(() => groups.slice(0, OPEN_AT_FIRST).flatMap(({ id, roots: [first] }) => [id, ...openRoot(first)]));
  const isFiltered = words.trim() !== '';
  const rows = isFiltered ? foundRows(groups, words, tree) : treeRows(groups, tree);
  const open = useMemo(() => JSON.stringify(groups.filter(({ id }) => tree.isExpanded(id)).map(({ id }) => id)), [groups, tree]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every rendering makes a new callback.
  useEffect(() => onOpenGroups?.(JSON.parse(open) as string[]), [open]);
  if (groups.length === 0) return <EmptyState title={emptyTitle}>{emptyHint}</EmptyState>;
  return (
    <Stack $gap={3}>
      <SearchField label={placeholder} isLabelHidden placeholder={placeholder} value={words} onChange={setWords} />
      {rows.length === 0 ? (
        <NothingFound role="status">Nothing here has the name “{words.trim()}”.</NothingFound>
      ) : (
        <ValueTree
          label={label}
          rows={rows}
          onToggle={tree.toggle}
          onShowMore={tree.showMore}
          onInsert={(row) => target.insertPath(row.root, row.keys)}
        />
      )}
    </Stack>
  );
}

function openRoot(first: TreeGroup['roots'][number] | undefined): string[] {
  return first?.root === 'Steps' ? [`Steps[${JSON.stringify(first.keys[0])}].${first.keys[1]}`] : [];
}

function ignore(): void {
  // Constants have no members to open.
}
