import { expect, test } from 'vitest';
import { askTogether } from './ask-together.ts';

test('items that arrive during a call share the next call, even after a failure', async () => {
  const questions: { items: readonly number[]; end: PromiseWithResolvers<string> }[] = [];
  const ask = askTogether((items: readonly number[]) => {
    const end = Promise.withResolvers<string>();
    questions.push({ items, end });
    return end.promise;
  });
  const asked = () => questions.map(({ items }) => items);
  const first = [ask(1), ask(2)];
  await expect.poll(asked).toEqual([[1, 2]]);
  const second = [ask(3), ask(4)];
  questions[0]?.end.resolve('first');
  expect(await Promise.all(first)).toEqual(['first', 'first']);
  await expect.poll(asked).toEqual([
    [1, 2],
    [3, 4],
  ]);
  questions[1]?.end.reject(new Error('lost'));
  expect(await Promise.allSettled(second)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  const third = ask(5);
  await expect.poll(asked).toHaveLength(3);
  questions[2]?.end.resolve('third');
  expect(await third).toBe('third');
});
