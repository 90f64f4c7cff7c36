import { workLimits } from '@portage/workflow';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PreviewBudget, PreviewOver } from './preview-budget.ts';

describe('a preview ends', () => {
  test('even if a system never responds, and calls none afterwards', async () => {
    const budget = new PreviewBudget('owner', 20, 10);
    await expect(budget.spend(() => new Promise(() => {}))).rejects.toThrow(PreviewOver);
    let asked = false;
    await expect(budget.spend(async () => (asked = true))).rejects.toThrow(PreviewOver);
    expect(asked).toBe(false);
  });

  test('after a limited number of calls', async () => {
    const budget = new PreviewBudget('owner', 60_000, 2);
    expect([await budget.spend(async () => 1), await budget.spend(async () => 2)]).toEqual([1, 2]);
    await expect(budget.spend(async () => 3)).rejects.toThrow('The systems took too long');
  });

  test('and passes on a system’s refusal', async () => {
    const budget = new PreviewBudget('owner', 60_000, 2);
    await expect(budget.spend(() => Promise.reject(new Error('403')))).rejects.toThrow('403');
  });
});

describe('expressions in previews', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 }));
  afterEach(() => vi.useRealTimers());

  const work = (budget: PreviewBudget, ms: number) => budget.work.forPart().charge(ms * workLimits.unitsPerMs);

  function budgetOf(owner: string) {
    const pauses: number[] = [];
    const pause = async (ms: number) => {
      pauses.push(ms);
    };
    return { budget: new PreviewBudget(owner, 25_000, 10, pause), pauses };
  }

  test('leave the thread to others for three times as long as they worked', async () => {
    const { budget, pauses } = budgetOf('one');
    for (const ms of [50, 0.25, 0.25, 10]) {
      work(budget, ms);
      await budget.rest();
    }
    expect(pauses).toEqual([150, 31.5]);
  });

  test('of one owner take turns, however many previews run, and delay no other owner', async () => {
    const waits: number[] = [];
    const forever = (ms: number) => {
      waits.push(ms);
      return new Promise<void>(() => {});
    };
    for (const owner of ['busy', 'busy', 'busy', 'calm']) {
      const budget = new PreviewBudget(owner, 25_000, 10, forever);
      work(budget, 20);
      void budget.rest();
    }
    expect(waits).toEqual([60, 120, 180, 60]);
  });

  test('may work for one second per preview', async () => {
    const { budget } = budgetOf('heavy');
    for (let turn = 0; turn < 20; turn += 1) {
      work(budget, 50);
      await budget.rest();
    }
    work(budget, 50);
    await expect(budget.rest()).rejects.toThrow('The expressions of this mapping take too long for a preview. Simplify them.');
  });

  test('end a preview whose turn comes too late', async () => {
    const never = () => new Promise<void>(() => {});
    const rests = Array.from({ length: 7 }, () => {
      const budget = new PreviewBudget('many', 1_000, 10, never);
      work(budget, 50);
      return budget.rest();
    });
    await expect(rests.at(-1)).rejects.toThrow('Together, your previews take too long.');
  });
});
