import { expect, test } from 'vitest';
import { RefusalCounter } from './refusal-counter.ts';

test('reports the first refusals at once, then those of ten seconds together, and keeps counts that couldn’t be written', () => {
  const counter = new RefusalCounter();
  expect(counter.count('not-found', 5_000)).toEqual(new Map([['not-found', 1]]));
  expect(counter.count('not-found', 5_001)).toBeNull();
  expect(counter.count('workflow-inactive', 14_999)).toBeNull();
  const due = counter.count('not-found', 15_000);
  expect(due).toEqual(
    new Map([
      ['not-found', 2],
      ['workflow-inactive', 1],
    ]),
  );
  counter.giveBack(due ?? new Map());
  expect(counter.count('not-found', 24_999)).toBeNull();
  expect(counter.count('not-found', 25_000)).toEqual(
    new Map([
      ['not-found', 4],
      ['workflow-inactive', 1],
    ]),
  );
});

test('reports refusals at once after the clock was set back', () => {
  const counter = new RefusalCounter();
  counter.count('not-found', 3_600_000);
  expect(counter.count('not-found', 5_000)).toEqual(new Map([['not-found', 1]]));
});
