import { expect, test } from 'vitest';
import { firstOfErrors, lineOfError } from './document-errors.ts';

test('CTYPE-22: the first error is shown with the number of errors', () => {
  expect(firstOfErrors(['No paths (line 3)', 'Other'])).toBe('No paths (line 3) (1st of 2 errors)');
});

test('finds the line that an error names', () => {
  expect(lineOfError('An operation must be an object. (line 12, #/paths/~1a/get)')).toBe(12);
  expect(lineOfError('Bad (line 7)')).toBe(7);
  expect(lineOfError('See line 9 of the manual (#/paths)')).toBeNull();
});
