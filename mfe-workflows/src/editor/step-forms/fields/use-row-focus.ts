import { type RefObject, useEffect, useRef } from 'react';

export interface RowFocus {
  /** Of the element that holds the rows (`fieldset`) and the button that adds one. */
  ref: RefObject<HTMLDivElement | null>;
  /** Once the rows have changed, the focus goes to the first field of this one; where there is none any more, to the one before. */
  focusRow: (index: number) => void;
}

/**
 * Keeps the focus where somebody works when rows come and go: a row that was added is filled in next, and after one
 * was deleted the focus is not lost to the page.
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
