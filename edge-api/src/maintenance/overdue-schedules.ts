import { listActiveSchedules } from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import type { RequestContext } from '../http/context.ts';
import { scheduleObject } from '../workflows/schedule-object.ts';
import { inBatches, summarizeInstants } from './count-of.ts';

/** A start takes less time than this, even on a busy machine. */
const LATE_FIRE_MS = MINUTE_MS;
/** The engine's sweep delivers what an activation couldn't. */
const LATE_ARMING_MS = 10 * MINUTE_MS;
const MOST_SCHEDULES = 200;

/** Active schedules whose object has an overdue fire, or doesn't know that the schedule is active. */
export async function overdueSchedules(context: RequestContext) {
  const { db, now } = context;
  const nowMs = now().getTime();
  const active = await listActiveSchedules(db, MOST_SCHEDULES + 1);
  const checked = active.slice(0, MOST_SCHEDULES);
  const dues = await inBatches(checked, async ({ workflowId, lastUpdatedAt }) => {
    const { isArmed, nextFireAt } = await scheduleObject(context, workflowId).status();
    if (!isArmed) return nowMs - lastUpdatedAt.getTime() > LATE_ARMING_MS ? lastUpdatedAt.toISOString() : null;
    return nextFireAt !== null && Date.parse(nextFireAt) < nowMs - LATE_FIRE_MS ? nextFireAt : null;
  });
  return {
    overdueSchedules: summarizeInstants(
      dues.filter((due) => due !== null),
      active.length > MOST_SCHEDULES,
    ),
    checkedSchedules: checked.length,
  };
}
