import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it('a text that is short enough stays as it is', () => {
  expect(cutText('ab😀', 4)).toBe('ab😀');
});

it('a longer text is cut, and loses a character that would be halved', () => {
  expect([4, 3, 2].map((most) => cutText('ab😀c', most))).toEqual(['ab😀', 'ab', 'ab']);
});
