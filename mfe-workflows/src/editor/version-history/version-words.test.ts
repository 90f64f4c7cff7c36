import { expect, it } from 'vitest';
import { restoredWords } from './version-words.ts';

it('says that restoring a version deactivated the workflow, only if it did', () => {
  expect(restoredWords(true)).toContain('inactive');
  expect(restoredWords(false)).not.toContain('inactive');
});
