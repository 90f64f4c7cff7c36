import { expect, test } from 'vitest';
import { restoredWords } from './version-words.ts';

test('says that restoring a version deactivated the workflow, only if it did', () => {
  expect(restoredWords(true)).toContain('inactive');
  expect(restoredWords(false)).not.toContain('inactive');
});
