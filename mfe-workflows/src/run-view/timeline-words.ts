import { isInProgress, runStatusLooks } from '@portage/area-kit';
import { formatDuration, formatNumber } from '@portage/ui';
import { getStepLook } from '../step-types/step-look.ts';
import type { TimelineBar, TimelineRow } from './run-timeline.ts';

/** The summed time of the steps; unfinished ones count until now. */
export function computeTotalTime({ busyMs, bars }: TimelineRow): number {
  const open = bars.filter(({ status }) => isInProgress(status)).reduce((sum, bar) => sum + bar.endMs - bar.startMs, 0);
  return busyMs + open;
}

/** The bar that a row opens: the failed one, otherwise the longest. */
export function mainBar({ bars }: TimelineRow): TimelineBar | undefined {
  return bars.find(({ status }) => status === 'Failed') ?? bars.toSorted((left, right) => right.length - left.length)[0];
}

export function rowWords(row: TimelineRow): string {
  const times = row.count === 1 ? runStatusLooks[row.bars[0]?.status ?? 'Succeeded'].word : `${formatNumber(row.count)} times`;
  const turns = row.turnCount > 0 ? `, ${formatNumber(row.turnCount)} iteration${row.turnCount === 1 ? '' : 's'}` : '';
  const failed = row.failedCount > 0 && row.count > 1 ? `, ${formatNumber(row.failedCount)} failed` : '';
  return `, ${getStepLook(row.stepType).word}: ${times}${turns}${failed}, ${formatDuration(computeTotalTime(row))}${row.count > 1 ? ' in all' : ''}`;
}

export function barWords(row: TimelineRow, bar: TimelineBar | undefined): string {
  if (!bar) return `${row.name}${rowWords(row)}`;
  const many = bar.count > 1 ? ` · ${formatNumber(bar.count)} times` : '';
  return `${row.name} · ${runStatusLooks[bar.status].word}${many} · ${clock(bar.startMs)} to ${isInProgress(bar.status) ? 'now' : clock(bar.endMs)} · ${formatDuration(bar.endMs - bar.startMs)}`;
}

export function pauseWords(pause: TimelineBar | undefined): string | null {
  return pause ? `Waiting · ${clock(pause.startMs)} to ${clock(pause.endMs)} · ${formatDuration(pause.endMs - pause.startMs)}` : null;
}

/** Writes the time to the millisecond, because steps often take less than a second. */
function clock(atMs: number): string {
  return `${new Date(atMs).toLocaleTimeString('en-GB')}.${String(atMs % 1_000).padStart(3, '0')}`;
}
