import { describe, expect, test } from 'vitest';
import { PreviewBudget, PreviewOver } from './preview-budget.ts';

describe('a preview ends', () => {
  test('although a system never answers, and asks none afterwards', async () => {
    const budget = new PreviewBudget(20, 10);
    await expect(budget.spend(() => new Promise(() => {}))).rejects.toThrow(PreviewOver);
    let asked = false;
    await expect(budget.spend(async () => (asked = true))).rejects.toThrow(PreviewOver);
    expect(asked).toBe(false);
  });

  test('after so many calls', async () => {
    const budget = new PreviewBudget(60_000, 2);
    expect([await budget.spend(async () => 1), await budget.spend(async () => 2)]).toEqual([1, 2]);
    await expect(budget.spend(async () => 3)).rejects.toThrow('The systems took too long');
  });

  test('and a refusal of a system is passed on', async () => {
    const budget = new PreviewBudget(60_000, 2);
    await expect(budget.spend(() => Promise.reject(new Error('403')))).rejects.toThrow('403');
  });
});
