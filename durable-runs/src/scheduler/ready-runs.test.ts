import { expect, test } from 'vitest';
import type { ActiveRun } from '../active-run/active-run.ts';
import { runLimits } from '../limits.ts';
import { ReadyRuns } from './ready-runs.ts';

const light = (name: string) => ({ name, sliceFuel: 0, sliceWork: 0 }) as unknown as ActiveRun;
const heavy = (name: string) => ({ name, sliceFuel: runLimits.heavySliceFuel, sliceWork: 0 }) as unknown as ActiveRun;

test('gives runs their slices in order, skipping those that left', () => {
  const ready = new ReadyRuns();
  const [first, second, third] = [light('first'), light('second'), light('third')];
  for (const run of [first, second, third]) ready.add(run);
  ready.remove(second);
  expect([ready.next(), ready.next(), ready.next()]).toEqual([first, third, undefined]);
});

test('skips heavy runs while the most allowed are running, and resumes them in order afterwards', () => {
  const ready = new ReadyRuns();
  const ends = Array.from({ length: runLimits.heavySlices }, (_, at) => ready.sliceBegins(heavy(`under way ${at}`)));
  const [waiting, passing] = [heavy('waiting'), light('passing')];
  ready.add(waiting);
  ready.add(passing);
  expect([ready.next(), ready.next()]).toEqual([passing, undefined]);
  ends[0]?.();
  expect(ready.next()).toBe(waiting);
});

test('counts a slice as heavy by the run’s state when it began', () => {
  const ready = new ReadyRuns();
  const run = light('grows');
  const ends = Array.from({ length: runLimits.heavySlices + 1 }, () => ready.sliceBegins(run));
  (run as { sliceFuel: number }).sliceFuel = runLimits.heavySliceFuel;
  for (const end of ends) end();
  ready.add(run);
  expect(ready.next()).toBe(run);
});
