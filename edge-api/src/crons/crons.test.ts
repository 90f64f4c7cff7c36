import { expect, it } from 'vitest';
import { crons } from './crons.ts';

it('knows every job by a unique name', () => {
  for (const { jobs } of Object.values(crons)) expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
});
