import { expect, test } from 'vitest';
import { cutJson } from './cut-json.ts';

test('leaves a value that is short enough as it is', () => {
  expect(cutJson({ a: [1, 2] }, 100)).toEqual({ json: '{"a":[1,2]}', isCut: false });
});

test('keeps the shape of a value that is too long: the first items of its lists, and the beginning of its texts', () => {
  const orders = Array.from({ length: 10_000 }, (_, index) => ({ id: index, note: 'x'.repeat(100) }));
  const { json, isCut } = cutJson({ Response: { orders, total: 10_000 } }, 50_000);
  const { Response } = JSON.parse(json) as { Response: { orders: unknown[]; total: number } };
  expect(isCut).toBe(true);
  expect(json.length).toBeLessThanOrEqual(50_000);
  expect(Response.total).toBe(10_000);
  expect(Response.orders[0]).toEqual({ id: 0, note: 'x'.repeat(100) });
  expect(Response.orders.length).toBeGreaterThanOrEqual(50);
});

test('HOSTILE 9: a member named like an object internal stays a plain member, however deep the value is', () => {
  const long = `{"__proto__":"${'x'.repeat(1_000)}"}`;
  expect(cutJson(JSON.parse(long), 900).json).toBe(`{"__proto__":"${'x'.repeat(200)}"}`);
  let deep: unknown = 'x'.repeat(100);
  for (let depth = 0; depth < 500; depth += 1) deep = [deep];
  expect(cutJson(deep, 1_000).isCut).toBe(true);
});
