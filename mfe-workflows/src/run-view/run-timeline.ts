import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import type { RunInstance, StepGroup } from '../api-types.ts';
import { isPause } from '../step-types/step-look.ts';

/** A period as fractions of the run, 0 to 1. */
export interface TimelineBar {
  /** The step that a click on the bar opens; null for a pause. */
  stepInstanceId: string | null;
  start: number;
  length: number;
  startMs: number;
  endMs: number;
  status: StepGroup['spans'][number]['status'];
  /** True if no work was done: a delay step, or no step at all. */
  isWaiting: boolean;
  count: number;
}

export interface TimelineRow {
  place: string;
  name: string;
  stepType: string;
  /** Number of loops and branches around the step. */
  depth: number;
  count: number;
  failedCount: number;
  turnCount: number;
  busyMs: number;
  bars: TimelineBar[];
}

export interface RunTimeline {
  startMs: number;
  endMs: number;
  rows: TimelineRow[];
  /** Times when nothing ran: before the first step, between steps. */
  pauses: TimelineBar[];
}

/** The narrowest bar that is still visible. */
const MIN_LENGTH = 0.004;
/** Pauses shorter than this share of the run, or than `MIN_PAUSE_MS`, aren't shown. */
const MIN_PAUSE = 0.02;
const MIN_PAUSE_MS = 50;

/** All bars of a run on one time axis. @param nowMs the end of steps that haven't finished */
export function timelineOfRun(
  run: Pick<RunInstance, 'createdAt' | 'finishedAt' | 'status'>,
  groups: readonly StepGroup[],
  nowMs: number,
): RunTimeline {
  const all = groups.flatMap(({ spans }) => spans);
  const firstMs = Math.min(Date.parse(run.createdAt), ...all.map(({ startedAt }) => Date.parse(startedAt)));
  const lastMs = Math.max(
    run.finishedAt ? Date.parse(run.finishedAt) : nowMs,
    ...all.map(({ finishedAt }) => (finishedAt ? Date.parse(finishedAt) : firstMs)),
  );
  const totalMs = Math.max(1, lastMs - firstMs);
  const bar = (startMs: number, endMs: number): Pick<TimelineBar, 'start' | 'length' | 'startMs' | 'endMs'> => {
    const length = Math.min(1, Math.max(MIN_LENGTH, (endMs - startMs) / totalMs));
    return { start: Math.max(0, Math.min(1 - length, (startMs - firstMs) / totalMs)), length, startMs, endMs };
  };
  const rows = groups.map(
    ({ spans, ...group }): TimelineRow => ({
      ...group,
      depth: group.place.split('/').length - 1,
      bars: spans.map(({ stepInstanceId, startedAt, finishedAt, status, count }) => {
        const startMs = Date.parse(startedAt);
        const endMs = Math.max(startMs, finishedAt ? Date.parse(finishedAt) : Math.max(nowMs, startMs));
        return { stepInstanceId, status, count, isWaiting: isPause(group.stepType), ...bar(startMs, endMs) };
      }),
    }),
  );
  const pauses = findPauses(rows, firstMs, lastMs)
    .filter(([startMs, endMs]) => endMs - startMs >= Math.max(MIN_PAUSE_MS, MIN_PAUSE * totalMs))
    .map(([startMs, endMs]) => ({ stepInstanceId: null, status: run.status, count: 0, isWaiting: true, ...bar(startMs, endMs) }));
  return { startMs: firstMs, endMs: firstMs + totalMs, rows, pauses };
}

/** Periods in which no step ran. Loops aren't counted: they last as long as their contents. */
function findPauses(rows: readonly TimelineRow[], firstMs: number, lastMs: number): [startMs: number, endMs: number][] {
  const stretches = rows
    .filter(({ turnCount }) => turnCount === 0)
    .flatMap(({ bars }) => bars)
    .sort((left, right) => left.startMs - right.startMs);
  const pauses: [number, number][] = [];
  let doneMs = firstMs;
  for (const { startMs, endMs } of stretches) {
    if (startMs > doneMs) pauses.push([doneMs, startMs]);
    doneMs = Math.max(doneMs, endMs);
  }
  if (stretches.length > 0 && lastMs > doneMs) pauses.push([doneMs, lastMs]);
  return pauses;
}

const SECOND_MS = 1_000;
const STEPS_MS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 4, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 7, 14, 30, 90].map((count) => count * DAY_MS),
];
const MOST_TICKS = 6;

/** Round times along an axis of this length: from 0, at most six. */
export function computeTicks(totalMs: number): number[] {
  const stepMs = STEPS_MS.find((step) => totalMs / step <= MOST_TICKS) ?? Math.ceil(totalMs / MOST_TICKS / DAY_MS) * DAY_MS;
  return Array.from({ length: Math.floor(totalMs / stepMs) + 1 }, (_, at) => at * stepMs);
}
