import type { Box, LaidOutFlow } from './laid-out-flow.ts';

const GAP = 24;

/** Finds a position where a box covers no card, pill or note: the wanted one, otherwise one further right. */
export function findFreeBox(wanted: Box, { cards, pills, notes }: Pick<LaidOutFlow, 'cards' | 'pills' | 'notes'>): Box {
  const taken = [...cards, ...pills, ...notes].toSorted((left, right) => left.x - right.x);
  let { x } = wanted;
  for (const box of taken) if (overlaps({ ...wanted, x }, box)) x = box.x + box.width + GAP;
  return { ...wanted, x };
}

function overlaps(one: Box, other: Box): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
}
