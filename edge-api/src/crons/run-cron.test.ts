import { expect, it } from 'vitest';
import { crons } from './crons.ts';
import { type Cron, type CronContext, runCron } from './run-cron.ts';

const context = {} as CronContext;

function cronOf(failing: string, more: Pick<Cron, 'isSideBySide'> = {}): { cron: Cron; ran: string[] } {
  const ran: string[] = [];
  const jobs = ['first', 'second', 'third'].map((name) => ({
    name,
    async run() {
      ran.push(name);
      if (name === failing) throw new Error(`${name} is broken`);
    },
  }));
  return { cron: { jobs, ...more }, ran };
}

it.each([{}, { isSideBySide: true as const }])('runs every job although one fails, and fails with its words: %j', async (more) => {
  const { cron, ran } = cronOf('first', more);
  await expect(runCron(cron, context)).rejects.toThrow('1 of 3 jobs failed: Error: first is broken');
  expect(ran).toEqual(['first', 'second', 'third']);
});

it('runs the jobs one after the other', async () => {
  const { cron, ran } = cronOf('none');
  await runCron(cron, context);
  expect(ran).toEqual(['first', 'second', 'third']);
});

it('knows every job by a name of its own', () => {
  for (const { jobs } of Object.values(crons)) expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
});
