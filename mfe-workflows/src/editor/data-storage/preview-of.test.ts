import { expect, test } from 'vitest';
import { buildPreview } from './preview-of.ts';

test('shows objects and lists as the first 100 characters of their JSON, other values whole (EDIT-33)', () => {
  expect(buildPreview({ a: [1, 2] })).toEqual({ text: '{"a":[1,2]}', isCut: true });
  expect(buildPreview(Array.from({ length: 100 }, (_, at) => at)).text).toMatch(/^.{100}…$/);
  const fits = 'y'.repeat(96);
  expect(buildPreview([fits]).text).toBe(`["${fits}"]`);
  expect(buildPreview('x'.repeat(300))).toEqual({ text: 'x'.repeat(300), isCut: false });
  expect(buildPreview(null).text).toBe('null');
  expect(buildPreview(0).text).toBe('0');
});
