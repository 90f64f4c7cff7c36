import { useEffect, useState } from 'react';

/** A long list is drawn in portions, so that the page stays responsive while it grows (spec CONST-06). */
const GROW_BY = 25;
export const GROW_EVERY_MS = 500;
const GROW_STEPS = 9;

/** How many items of a long list are drawn after this many steps: 25 more with each, all of them after the ninth. */
export function growingCount(steps: number): number {
  return steps >= GROW_STEPS ? Number.POSITIVE_INFINITY : GROW_BY * (steps + 1);
}

/** The items that are drawn so far (spec CONST-06): the first at once, the rest while the person reads. The items may change. */
export function useGrowingList<Item>(items: readonly Item[]): readonly Item[] {
  const [steps, setSteps] = useState(0);
  const limit = growingCount(steps);
  const isCut = items.length > limit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step asks for the next one.
  useEffect(() => {
    if (!isCut) return undefined;
    const timer = setTimeout(() => setSteps((before) => before + 1), GROW_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isCut, steps]);
  return isCut ? items.slice(0, limit) : items;
}
