import { expect, it } from 'vitest';
import { restoredWords } from './version-words.ts';

it('says that a restored version took the workflow off, only where it did', () => {
  expect(restoredWords(true)).toContain('inactive');
  expect(restoredWords(false)).not.toContain('inactive');
});
