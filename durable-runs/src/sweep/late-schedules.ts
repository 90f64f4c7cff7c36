import type { ScheduleObjectRpc } from '@portage/contracts';
import { alertHour, type HttpDatabase, recordScheduleAlerts } from '@portage/database';
import { countWords } from '@portage/primitives/count-words';
import { DAY_MS, MINUTE_MS } from '@portage/primitives/durations';

/** A start takes seconds, even when the machine is busy. */
const LATE_MS = 5 * MINUTE_MS;
/** Older fires were seen by an earlier sweep. */
const LOOK_BACK_MS = DAY_MS;
/** A schedule that fires more often than this between two sweeps was reported before. */
const PAST_FIRES = 5;

export interface LateFire {
  workflowId: string;
  fireAt: Date;
  message: string;
}

/**
 * The late fires of a schedule: still due, made up late, or refused. Read from the schedule's own records, so a crash of the
 * reader loses nothing: the next sweep sees them again.
 */
export async function findLateFires(
  workflowId: string,
  schedule: Pick<ScheduleObjectRpc, 'status' | 'pastFires'>,
  nowMs: number,
): Promise<LateFire[]> {
  const [{ isArmed, nextFireAt }, past] = await Promise.all([schedule.status(), schedule.pastFires(PAST_FIRES)]);
  const late: LateFire[] = [];
  for (const { fireAt, handledAt, outcome, message } of past) {
    const [fireMs, handledMs] = [Date.parse(fireAt), Date.parse(handledAt)];
    if (handledMs < nowMs - LOOK_BACK_MS) continue;
    const due = `The run was due at ${formatMinute(fireAt)} UTC`;
    if (outcome === 'refused') late.push({ workflowId, fireAt: new Date(fireMs), message: `${due} and was not started: ${message ?? ''}` });
    else if (outcome === 'started' && handledMs - fireMs >= LATE_MS) {
      const lateness = countWords(Math.floor((handledMs - fireMs) / MINUTE_MS), 'minute');
      late.push({ workflowId, fireAt: new Date(fireMs), message: `${due} and started ${lateness} late.` });
    }
  }
  if (isArmed && nextFireAt !== null && Date.parse(nextFireAt) < nowMs - LATE_MS) {
    late.push({
      workflowId,
      fireAt: new Date(nextFireAt),
      message: `The run was due at ${formatMinute(nextFireAt)} UTC and has not started.`,
    });
  }
  return late;
}

/** One alert per workflow and hour, however often it's seen. */
export async function recordLateSchedules(db: HttpDatabase, late: readonly LateFire[]): Promise<void> {
  await recordScheduleAlerts(
    db,
    late.map((fire) => ({ ...fire, groupKey: `ScheduleLate:${fire.workflowId}:${alertHour(fire.fireAt)}` })),
    new Date(),
  );
}

function formatMinute(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
