import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls only this list to its row with `aria-current` when another is chosen. @returns the ref for the list's box */
export function useChosenInSight(chosenId: string | null, hasRows: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen row is found in the page.
  useEffect(() => {
    const row = box.current?.querySelector('[aria-current]');
    if (!box.current || !row) return;
    const [around, place] = [box.current.getBoundingClientRect(), row.getBoundingClientRect()];
    if (place.top >= around.top && place.bottom <= around.bottom) return;
    box.current.scrollTop += place.top - around.top - (around.height - place.height) / 2;
  }, [chosenId, hasRows]);
  return box;
}
