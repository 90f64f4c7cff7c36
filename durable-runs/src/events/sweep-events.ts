import { formatErrorCauses, log } from '@portage/contracts/log';
import { type HttpDatabase, listChangedEventWorkflows } from '@portage/database';
import { HOUR_MS } from '@portage/primitives/durations';

/** Far longer than the pause between two sweeps. */
const LOOK_BACK_MS = HOUR_MS;
const MOST_EVENTS = 1_000;
const AT_ONCE = 20;

export interface SweepEventsPorts {
  db: HttpDatabase;
  nowMs: number;
  recheck(workflowId: string): Promise<unknown>;
}

/**
 * Makes the event objects of recently changed workflows read the database again. This catches changes that got lost between the
 * database and the system. @returns how many were asked.
 */
export async function sweepEvents({ db, nowMs, recheck }: SweepEventsPorts): Promise<number> {
  const workflowIds = await listChangedEventWorkflows(db, new Date(nowMs - LOOK_BACK_MS), MOST_EVENTS);
  for (let at = 0; at < workflowIds.length; at += AT_ONCE) {
    const checked = workflowIds.slice(at, at + AT_ONCE).map(async (workflowId) => {
      try {
        await recheck(workflowId);
      } catch (error) {
        log('error', 'An event could not be maintained', { workflowId, cause: formatErrorCauses(error) });
      }
    });
    await Promise.all(checked);
  }
  return workflowIds.length;
}
