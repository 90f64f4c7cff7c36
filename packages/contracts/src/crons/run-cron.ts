import { formatErrorCauses, log } from '../log/log-line.ts';

export interface CronJob<Context> {
  name: string;
  run(context: Context): Promise<unknown> | null;
}

export interface Cron<Context> {
  /** Absent: one after the other. */
  isSideBySide?: true;
  jobs: readonly CronJob<Context>[];
}

/** A failing job doesn't delay the others. @throws AggregateError at the end, with the error of each job that failed */
export async function runCron<Context>({ isSideBySide, jobs }: Cron<Context>, context: Context): Promise<void> {
  const errors: unknown[] = [];
  const run = async (job: CronJob<Context>) => {
    try {
      await job.run(context);
    } catch (error) {
      log('error', 'A job of a cron failed', { job: job.name, cause: formatErrorCauses(error) });
      errors.push(error);
    }
  };
  if (isSideBySide) await Promise.all(jobs.map(run));
  else for (const job of jobs) await run(job);
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${jobs.length} jobs failed: ${errors.map(String).join('; ')}`);
}
