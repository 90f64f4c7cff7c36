import { formatNumber } from '@portage/ui';
import type { StepGroup } from '../api-types.ts';

type Counted = Pick<StepGroup, 'place' | 'count'>;

/** The list shows the outermost level in pages, and loops by iteration. If the two counts differ, the title names both. */
export function stepsTitle(stepCount: number, groups: readonly Counted[]): string {
  const inLoops = sumCounts(groups.filter(isInLoop));
  // While a run continues, its overview and its step count are read at different times.
  const isWhole = sumCounts(groups) === stepCount;
  if (inLoops === 0 || !isWhole) return `Steps (${formatNumber(stepCount)})`;
  return `Steps (${formatNumber(stepCount - inLoops)}, and ${formatNumber(inLoops)} in loops)`;
}

/** The page of the outermost level that shows a step or the loop around it; the first page if unknown. */
export function pageOfStep(path: string | null, groups: readonly Counted[], pageSize: number): number {
  if (path === null) return 1;
  const place = path.replaceAll(/\[\d+\](?=\/)/g, '[]');
  const outermost = groups.filter((group) => !isInLoop(group));
  const at = outermost.findIndex((group) => place === group.place || place.startsWith(`${group.place}[]/`));
  return at < 0 ? 1 : Math.floor(sumCounts(outermost.slice(0, at)) / pageSize) + 1;
}

function isInLoop({ place }: Counted): boolean {
  return place.includes('[]/');
}

function sumCounts(groups: readonly Counted[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}
