import { expect, test } from 'vitest';
import { type Cron, runCron } from './run-cron.ts';

type TestCron = Cron<null>;

function createCron(failing: string, more: Pick<TestCron, 'isSideBySide'> = {}): { cron: TestCron; ran: string[] } {
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

test.each([{}, { isSideBySide: true as const }])('runs every job although one fails, and fails with its message: %j', async (more) => {
  const { cron, ran } = createCron('first', more);
  await expect(runCron(cron, null)).rejects.toThrow('1 of 3 jobs failed: Error: first is broken');
  expect(ran).toEqual(['first', 'second', 'third']);
});

test('runs the jobs one after the other', async () => {
  const { cron, ran } = createCron('none');
  await runCron(cron, null);
  expect(ran).toEqual(['first', 'second', 'third']);
});
