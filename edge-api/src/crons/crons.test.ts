import { expect, test } from 'vitest';
import { crons } from './crons.ts';

test('knows every job by a unique name', () => {
  for (const { jobs } of Object.values(crons)) expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
});
