import { type InsertTarget, useValueActions, useValues } from '@portage/mapping-editor/value-field';
import { color, EmptyState, font, PlainList, radius, SearchField, Stack, size, space } from '@portage/ui';
import { constNames, formulaGroups, formulas } from '@portage/workflow';
import { useEffect, useMemo, useState } from 'react';
import styled from 'styled-components';
import { dataGroups, stepGroups } from './step-groups.ts';
import { foundRows, type TreeGroup, treeRows } from './tree-rows.ts';
import { useTreeState } from './use-tree-state.ts';
import { ValueTree } from './value-tree.tsx';

/** Groups that are open at first, so that their values are read. */
const OPEN_AT_FIRST = 5;
const STEP_PREFIX = 'step ';

const NothingFound = styled.p`
  padding: ${space(4)} ${space(2)};
  color: ${color.muted};
  text-align: center;
`;

interface TabProps {
  target: InsertTarget;
}

/** Steps whose results can be used here, with a filter (spec STEP-05, STEP-06). */
export function StepsTab({ target }: TabProps) {
  const { availableOf, lastRun } = useValues();
  const actions = useValueActions();
  const { scopeOf } = useValues();
  const available = availableOf(target.stepId);
  const scope = scopeOf(target.stepId);
  const groups = stepGroups(available, scope, (name) => {
    if (lastRun.isReading(name)) return 'reading…';
    return Object.hasOwn(lastRun.values, name) ? 'last run' : undefined;
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

export function ConstsTab({ target }: TabProps) {
  const { consts } = useValues().scopeOf(target.stepId);
  const rows = constNames.map((name) => ({
    kind: 'value' as const,
    id: `Consts.${name}`,
    level: 1,
    parentId: null,
    root: 'Consts' as const,
    keys: [name],
    label: name,
    ...(Object.hasOwn(consts, name) ? { sample: { value: consts[name] } } : {}),
    childCount: 0,
    isExpanded: false,
  }));
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

const Heading = styled.h3`
  margin-top: ${space(2)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  letter-spacing: 0.02em;
`;
const FormulaButton = styled.button`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: ${space(1)} ${space(3)};
  width: 100%;
  min-height: ${size.control};
  padding: ${space(1)} ${space(2)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  text-align: left;
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
  code {
    color: ${color.muted};
  }
`;

/** Formulas by group, with a filter; each is inserted with its parameters (spec EXPR-08..10). */
export function FormulaTab({ target }: TabProps) {
  const [words, setWords] = useState('');
  if (target.language === 'script')
    return <EmptyState title="No formulas in scripts">A script is JavaScript: use its own functions.</EmptyState>;
  const wanted = words.trim().toLowerCase();
  const found = formulas.filter(({ label, signature }) => `${label} ${signature}`.toLowerCase().includes(wanted));
  return (
    <Stack $gap={3}>
      <SearchField label="Filter formulas" isLabelHidden placeholder="Filter formulas" value={words} onChange={setWords} />
      {found.length === 0 && <NothingFound role="status">No formulas match “{words.trim()}”.</NothingFound>}
      {formulaGroups
        .filter((group) => found.some((formula) => formula.group === group))
        .map((group) => (
          <section key={group} aria-label={group}>
            <Heading>{group}</Heading>
            <PlainList $gap={0.5}>
              {found
                .filter((formula) => formula.group === group)
                .map(({ name, label, signature }) => (
                  <li key={name}>
                    <FormulaButton type="button" onClick={() => target.insertFormula(name)}>
                      <span>{label}</span>
                      <code>{signature}</code>
                    </FormulaButton>
                  </li>
                ))}
            </PlainList>
          </section>
        ))}
    </Stack>
  );
}
