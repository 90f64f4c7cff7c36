import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test('a text that is short enough is unchanged', () => {
  expect(cutText('ab😀', 4)).toBe('ab😀');
});

test('a longer text is cut without splitting a character', () => {
  expect([4, 3, 2].map((most) => cutText('ab😀c', most))).toEqual(['ab😀', 'ab', 'ab']);
});
