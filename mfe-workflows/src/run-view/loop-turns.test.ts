import { describe, expect, test } from 'vitest';
import { firstTurn, nextFailedTurn, turnOfStep } from './loop-turns.ts';

describe('the iterations of a loop', () => {
  test('are read from the path of a step inside', () => {
    expect(turnOfStep('each', 'each[12]/route.Yes/tell')).toBe(12);
    expect(turnOfStep('each[2]/inner', 'each[2]/inner[0]/x')).toBe(0);
    expect(turnOfStep('each', 'each')).toBeNull();
    expect(turnOfStep('each', 'eachother[1]/x')).toBeNull();
    expect(turnOfStep('each', null)).toBeNull();
  });

  test('start with the open one, otherwise a failed one, otherwise the newest, otherwise the first', () => {
    const turns = { count: 10, failedCount: 2, failed: [4, 7] };
    expect(firstTurn(turns, 9, false)).toBe(9);
    expect(firstTurn(turns, null, false)).toBe(4);
    expect(firstTurn({ ...turns, failed: [] }, null, true)).toBe(9);
    expect(firstTurn({ ...turns, failed: [] }, null, false)).toBe(0);
  });

  test('cycle through the failed ones', () => {
    const turns = { count: 10, failedCount: 2, failed: [4, 7] };
    expect([0, 4, 7].map((turn) => nextFailedTurn(turns, turn))).toEqual([4, 7, 4]);
    expect(nextFailedTurn({ count: 1, failedCount: 0, failed: [] }, 0)).toBeNull();
  });
});
