import type { ConditionGroup } from '../step-types/branch-schema.ts';

type Named = Pick<ConditionGroup, 'name'>;

/**
 * The new index of each condition group: by name, with duplicates in order; a renamed one by its index if the number of groups is the same.
 *
 * @returns an index for each group of `before`, undefined for one that is gone.
 */
export function matchGroups(before: readonly Named[], now: readonly Named[]): (number | undefined)[] {
  const taken = new Set<number>();
  const places = before.map(({ name }) => {
    const place = now.findIndex((group, at) => group.name === name && !taken.has(at));
    if (place < 0) return undefined;
    taken.add(place);
    return place;
  });
  if (before.length !== now.length) return places;
  return places.map((place, at) => place ?? (taken.has(at) ? undefined : at));
}
