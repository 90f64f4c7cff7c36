import { type RefObject, useEffect, useRef } from 'react';

export interface RowFocus {
  /** Refers to the element that contains the rows (`fieldset`) and the button that adds one. */
  ref: RefObject<HTMLDivElement | null>;
  /** Moves the focus to the first field of this row once the rows have changed; if the row was deleted, to the previous one. */
  focusRow: (index: number) => void;
}

/** Moves the focus to an added row, and keeps it in the list when a row is deleted. @param count the number of rows */
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
