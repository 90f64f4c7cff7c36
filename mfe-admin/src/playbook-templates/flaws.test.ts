import { ApiError } from '@portage/contracts';
import { expect, test } from 'vitest';
import { readFlaws } from './flaws.ts';

test('names every flaw once, or the failure if the server names none', () => {
  const errors = [{ userMessage: 'name: is required' }, { message: 'workflows.0: unknown entity' }, { userMessage: 'name: is required' }];
  expect(readFlaws(new ApiError(400, { errors }, 'name: is required'))).toEqual(['name: is required', 'workflows.0: unknown entity']);
  expect(readFlaws(new ApiError(503, null, 'Not reachable'))).toEqual(['Not reachable']);
  expect(readFlaws(new Error('Broken'))).toEqual(['Broken']);
});
