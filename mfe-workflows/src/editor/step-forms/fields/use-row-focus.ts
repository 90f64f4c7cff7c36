import { type RefObject, useEffect, useRef } from 'react';

export interface RowFocus {
  /** Of the element that holds the rows (`fieldset`) and the button that adds one. */
  ref: RefObject<HTMLDivElement | null>;
  /** After a change of rows, the focus goes to the first field of this one; if it is gone, to the one before. */
  focusRow: (index: number) => void;
}

/**
 * Keeps the focus in place when rows come and go: an added row is filled in next, and a deleted one does not lose the focus to
 * the page.
 *
 * @param count how many rows there are.
 */
export function useRowFocus(count: number): RowFocus {
  const ref = useRef<HTMLDivElement>(null);
  const wanted = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another number of rows draws the one that is wanted.
  useEffect(() => {
    const index = wanted.current;
    wanted.current = null;
    if (index === null) return;
    const rows = ref.current?.querySelectorAll('fieldset') ?? [];
    const row = rows[Math.min(index, rows.length - 1)];
    const target = row?.querySelector<HTMLElement>('input, textarea') ?? [...(ref.current?.querySelectorAll('button') ?? [])].at(-1);
    target?.focus();
  }, [count]);
  return {
    ref,
    focusRow: (index) => {
      wanted.current = index;
    },
  };
}
