import type { RowWindow } from '@portage/ui';
import { useLayoutEffect, useRef, useState } from 'react';
import type { MappingField } from '../fields/mapping-field.ts';

export type Side = 'source' | 'target';

interface ListOfFields {
  fields: readonly MappingField[];
  index: ReadonlyMap<string, number>;
  window: RowWindow;
}

/** The row of each list that Tab leads to, and moving between rows by keyboard, wherever the lists are scrolled. */
export function useRowFocus(lists: Record<Side, ListOfFields>) {
  const [focused, setFocused] = useState<Record<Side, string>>({ source: '', target: '' });
  const next = useRef<{ side: Side; path: string } | null>(null);
  const indexOn = (side: Side) => lists[side].index.get(focused[side]) ?? 0;

  // The row is drawn by now, wherever the list was scrolled.
  useLayoutEffect(() => {
    const wanted = next.current;
    if (!wanted) return;
    next.current = null;
    const box = lists[wanted.side].window.box.current;
    box?.querySelector<HTMLElement>(`[data-field="${CSS.escape(wanted.path)}"]`)?.focus({ preventScroll: true });
  });

  function moveTo(side: Side, path: string | undefined): void {
    const at = path === undefined ? undefined : lists[side].index.get(path);
    if (path === undefined || at === undefined) return;
    next.current = { side, path };
    // A new object, so that the effect above also runs if the row already was the focused one.
    setFocused((before) => ({ ...before, [side]: path }));
    lists[side].window.show(at);
  }

  /** True if the key moves within the list. */
  function moveBy(side: Side, key: string, at: number): boolean {
    const { fields, window } = lists[side];
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + window.pageSize,
      PageUp: at - window.pageSize,
      Home: 0,
      End: fields.length - 1,
    };
    const to = steps[key];
    if (to === undefined) return false;
    moveTo(side, fields[Math.max(0, Math.min(fields.length - 1, to))]?.path);
    return true;
  }

  return {
    focused,
    indexOn,
    pathOn: (side: Side) => lists[side].fields[indexOn(side)]?.path,
    note: (side: Side, path: string) => setFocused((before) => (before[side] === path ? before : { ...before, [side]: path })),
    moveTo,
    moveBy,
  };
}
