import { causeOf, log } from '@portage/contracts/log';
import type { HttpDatabase } from '@portage/database';
import type { Env } from '../env.ts';

export interface CronContext {
  env: Env;
  db: HttpDatabase;
  now: Date;
  waitUntil(work: Promise<unknown>): void;
}

export interface CronJob {
  /** For the log. */
  name: string;
  run(context: CronContext): Promise<unknown> | null;
}

export interface Cron {
  /** Left out: one after the other. */
  isSideBySide?: true;
  jobs: readonly CronJob[];
}

/** A job that fails holds no other one up. @throws AggregateError at the end, with the error of each job that failed */
export async function runCron({ isSideBySide, jobs }: Cron, context: CronContext): Promise<void> {
  const errors: unknown[] = [];
  const run = async (job: CronJob) => {
    try {
      await job.run(context);
    } catch (error) {
      log('error', 'A job of a cron failed', { job: job.name, cause: causeOf(error) });
      errors.push(error);
    }
  };
  if (isSideBySide) await Promise.all(jobs.map(run));
  else for (const job of jobs) await run(job);
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${jobs.length} jobs failed: ${errors.map(String).join('; ')}`);
}
