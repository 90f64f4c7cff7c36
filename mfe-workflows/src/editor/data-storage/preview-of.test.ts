import { expect, it } from 'vitest';
import { previewOf } from './preview-of.ts';

it('shows objects and lists as the first 100 characters of their JSON, other values whole (EDIT-33)', () => {
  expect(previewOf({ a: [1, 2] })).toEqual({ text: '{"a":[1,2]}', isCut: true });
  expect(previewOf(Array.from({ length: 100 }, (_, at) => at)).text).toMatch(/^.{100}…$/);
  const fits = 'y'.repeat(96);
  expect(previewOf([fits]).text).toBe(`["${fits}"]`);
  expect(previewOf('x'.repeat(300))).toEqual({ text: 'x'.repeat(300), isCut: false });
  expect(previewOf(null).text).toBe('null');
  expect(previewOf(0).text).toBe('0');
});
