import { useMemo, useState } from 'react';
import { ROWS_AT_ONCE, type TreeState } from './tree-rows.ts';

export interface OpenTree extends TreeState {
  toggle(id: string): void;
  showMore(id: string): void;
}

/** The open rows of a tree. @param initial ids that are open at first. */
export function useTreeState(initial: () => readonly string[]): OpenTree {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set(initial()));
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  return useMemo(
    () => ({
      isExpanded: (id) => expanded.has(id),
      rowsOf: (id) => shown.get(id) ?? ROWS_AT_ONCE,
      toggle: (id) =>
        setExpanded((known) => {
          const next = new Set(known);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
      showMore: (id) => setShown((known) => new Map(known).set(id, (known.get(id) ?? ROWS_AT_ONCE) + ROWS_AT_ONCE)),
    }),
    [expanded, shown],
  );
}
