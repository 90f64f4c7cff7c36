import { expect, test } from 'vitest';
import { findFreeBox } from './free-place.ts';
import type { CardBox } from './laid-out-flow.ts';

const card = (x: number, y: number) => ({ x, y, width: 200, height: 50 }) as CardBox;
const note = { width: 180, height: 130 };

test('moves a box to the right of everything it would cover, and leaves a free box alone', () => {
  const flow = { cards: [card(330, 40), card(0, 0), card(0, 90), card(0, 900)], pills: [], notes: [] };
  expect(findFreeBox({ x: 10, y: 0, ...note }, flow)).toEqual({ x: 554, y: 0, ...note });
  expect(findFreeBox({ x: 10, y: 500, ...note }, flow)).toEqual({ x: 10, y: 500, ...note });
  expect(findFreeBox({ x: -180, y: 0, ...note }, flow)).toEqual({ x: -180, y: 0, ...note });
});
