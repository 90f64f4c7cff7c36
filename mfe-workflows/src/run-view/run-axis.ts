import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import type { RunInstance, StepGroup, StepSummary } from '../api-types.ts';

/** A period of the run as fractions of it, 0 to 1. */
export interface AxisBar {
  start: number;
  /** Never too short to see. */
  length: number;
  startMs: number;
  endMs: number;
}

/** The time of a whole run, which every row of its list shares. */
export interface RunAxis {
  startMs: number;
  endMs: number;
  /** Times when nothing ran: before the first step, between steps. */
  pauses: AxisBar[];
}

/** The narrowest bar that is still visible. */
const MIN_LENGTH = 0.01;
/** Pauses shorter than this share of the run, or than `MIN_PAUSE_MS`, aren't shown. */
const MIN_PAUSE = 0.02;
const MIN_PAUSE_MS = 50;

/** @param nowMs the end of a run that isn't over */
export function buildRunAxis(run: Pick<RunInstance, 'createdAt' | 'finishedAt'>, groups: readonly StepGroup[], nowMs: number): RunAxis {
  const spans = groups.flatMap((group) =>
    group.spans.map(({ startedAt, finishedAt }) => {
      const startMs = Date.parse(startedAt);
      return { isLoop: group.turnCount > 0, startMs, endMs: Math.max(startMs, finishedAt ? Date.parse(finishedAt) : nowMs) };
    }),
  );
  // One after the other: a run has more spans than a call may have arguments.
  const startMs = spans.reduce((least, span) => Math.min(least, span.startMs), Date.parse(run.createdAt));
  const lastMs = spans.reduce((most, span) => Math.max(most, span.endMs), run.finishedAt ? Date.parse(run.finishedAt) : nowMs);
  const axis = { startMs, endMs: Math.max(startMs + 1, lastMs) };
  // Loops aren't counted: they last as long as their contents.
  const pauses = findPauses(
    spans.filter(({ isLoop }) => !isLoop),
    axis,
  ).map((pause) => placeBar(axis, pause.startMs, pause.endMs));
  return { ...axis, pauses };
}

function placeBar(axis: Pick<RunAxis, 'startMs' | 'endMs'>, startMs: number, endMs: number): AxisBar {
  const totalMs = axis.endMs - axis.startMs;
  const length = Math.min(1, Math.max(MIN_LENGTH, (endMs - startMs) / totalMs));
  return { start: Math.max(0, Math.min(1 - length, (startMs - axis.startMs) / totalMs)), length, startMs, endMs };
}

/** @returns null for a step that hasn't started */
export function placeStep(axis: RunAxis, step: Pick<StepSummary, 'startedAt' | 'finishedAt'>, nowMs: number): AxisBar | null {
  if (!step.startedAt) return null;
  const startMs = Date.parse(step.startedAt);
  return placeBar(axis, startMs, Math.max(startMs, step.finishedAt ? Date.parse(step.finishedAt) : nowMs));
}

/** The periods in which steps inside a loop failed, with the step that each opens. @param loopPath `each[3]/inner` */
export function findFailuresInside(
  axis: RunAxis,
  groups: readonly StepGroup[],
  loopPath: string,
): (AxisBar & { stepInstanceId: string })[] {
  const inside = `${loopPath.replaceAll(/\[\d+\](?=\/)/g, '[]')}[]/`;
  return groups
    .filter(({ place }) => place.startsWith(inside))
    .flatMap(({ spans }) => spans)
    .filter(({ status }) => status === 'Failed')
    .map(({ stepInstanceId, startedAt, finishedAt }) => ({
      ...placeBar(axis, Date.parse(startedAt), Date.parse(finishedAt ?? startedAt)),
      stepInstanceId,
    }));
}

interface Stretch {
  startMs: number;
  endMs: number;
}

function findPauses(spans: readonly Stretch[], { startMs, endMs }: Stretch): Stretch[] {
  const pauses: Stretch[] = [];
  let doneMs = startMs;
  for (const span of spans.toSorted((left, right) => left.startMs - right.startMs)) {
    if (span.startMs > doneMs) pauses.push({ startMs: doneMs, endMs: span.startMs });
    doneMs = Math.max(doneMs, span.endMs);
  }
  if (spans.length > 0 && endMs > doneMs) pauses.push({ startMs: doneMs, endMs });
  const leastMs = Math.max(MIN_PAUSE_MS, MIN_PAUSE * (endMs - startMs));
  return pauses.filter((pause) => pause.endMs - pause.startMs >= leastMs);
}

const SECOND_MS = 1_000;
const STEPS_MS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 4, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 7, 14, 30, 90].map((count) => count * DAY_MS),
];
/** Round times along an axis of this length: from 0, at most `most` more. */
export function computeTicks(totalMs: number, most: number): number[] {
  const stepMs = STEPS_MS.find((step) => totalMs / step <= most) ?? Math.ceil(totalMs / most / DAY_MS) * DAY_MS;
  return Array.from({ length: Math.floor(totalMs / stepMs) + 1 }, (_, at) => at * stepMs);
}
