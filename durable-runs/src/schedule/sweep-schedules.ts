import { formatErrorCauses, log } from '@portage/contracts/log';
import { type HttpDatabase, listChangedSchedules } from '@portage/database';
import { HOUR_MS } from '@portage/primitives/durations';

/** Far longer than the pause between two sweeps. */
const LOOK_BACK_MS = HOUR_MS;
const MOST_SCHEDULES = 1_000;
const AT_ONCE = 20;

export interface SweepSchedulesPorts {
  db: HttpDatabase;
  nowMs: number;
  sync(workflowId: string): Promise<unknown>;
}

/**
 * Makes the schedules of recently changed workflows read the database again. This catches activations that got lost between the
 * database and the schedule. @returns how many were asked.
 */
export async function sweepSchedules({ db, nowMs, sync }: SweepSchedulesPorts): Promise<number> {
  const workflowIds = await listChangedSchedules(db, new Date(nowMs - LOOK_BACK_MS), MOST_SCHEDULES);
  for (let at = 0; at < workflowIds.length; at += AT_ONCE) {
    const synced = workflowIds.slice(at, at + AT_ONCE).map(async (workflowId) => {
      try {
        await sync(workflowId);
      } catch (error) {
        log('error', 'A schedule could not be checked', { workflowId, cause: formatErrorCauses(error) });
      }
    });
    await Promise.all(synced);
  }
  return workflowIds.length;
}
