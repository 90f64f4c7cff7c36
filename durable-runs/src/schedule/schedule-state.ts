import { type ArmScheduleRequest, laneOf, makeRunId, type RunChain } from '@portage/contracts';
import { HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import { firstFire, latestFire, nextFire, type Schedule, scheduleRule } from '@portage/workflow';

/** A fire whose run has to be started. It keeps its run's id from before the first attempt, so that no attempt starts a second run. */
export interface PendingFire {
  fireMs: number;
  runId: string;
  attempts: number;
  /** When the next attempt is made, should this one come to nothing. */
  retryMs: number;
  /** The run of the fire before was found to have ended. */
  isCleared: boolean;
}

/** Everything a schedule remembers but its past fires and its version's steps. */
export interface ScheduleState {
  isArmed: boolean;
  schedule: Schedule;
  /** When this schedule was armed: its start where it names none. */
  takenUpMs: number;
  workflowId: string;
  ownerUserId: string;
  versionId: string;
  nextFireMs: number | null;
  /** One at most: fires that come due while it is pending are made up for by one run after it. */
  pending: PendingFire | null;
  /** Run of the last fire that started one. */
  lastRunId: string | null;
  /** The run whose call armed the schedule: what it starts belongs to the same chain. Absent: a person did. */
  chain?: RunChain;
  /** When the schedule was last compared with the database; absent: when it was taken up. */
  checkedMs?: number;
}

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = MINUTE_MS;

/**
 * The schedule as it is from now on. An armed schedule that stays the same keeps its fires, its start and what is pending.
 *
 * @param hasFired whether a fire was dealt with before: it never is again, whatever clocks and people do.
 */
export function arm(
  state: ScheduleState | null,
  { schedule, version }: ArmScheduleRequest,
  nowMs: number,
  hasFired: (fireMs: number) => boolean,
): ScheduleState {
  const { versionId, workflowId, ownerUserId } = version;
  if (state?.isArmed && isSameSchedule(state.schedule, schedule)) return state.versionId === versionId ? state : { ...state, versionId };

  const rule = scheduleRule(schedule, nowMs);
  let nextFireMs = firstFire(rule, nowMs);
  while (nextFireMs !== null && hasFired(nextFireMs)) nextFireMs = nextFire(rule, nextFireMs);
  // What was due under the schedule before still is. After a pause only the very same fire goes on, with the run id it has:
  // its run may have been started although the answer was lost.
  const keeps = state?.pending && (state.isArmed || state.pending.fireMs === nextFireMs);
  const pending = keeps && state.pending ? { ...state.pending, retryMs: nowMs } : null;
  if (nextFireMs !== null && pending?.fireMs === nextFireMs) nextFireMs = nextFire(rule, nextFireMs);
  const lastRunId = state?.lastRunId ?? null;
  return { isArmed: true, schedule, takenUpMs: nowMs, workflowId, ownerUserId, versionId, nextFireMs, pending, lastRunId };
}

export function disarm(state: ScheduleState): ScheduleState {
  const { chain: _chain, ...rest } = state;
  return { ...rest, isArmed: false, nextFireMs: null };
}

/**
 * What an alarm does before it starts anything: a fire that is due becomes the pending one, and the schedule moves on to
 * the one after. Fires that were missed are made up for by the latest of them alone.
 *
 * @returns `attempt`: the run to start now, null when no run is due, as for an alarm that came twice.
 */
export function takeUp(state: ScheduleState, nowMs: number, random: () => string): { state: ScheduleState; attempt: PendingFire | null } {
  if (!state.isArmed) return { state, attempt: null };
  let { pending, nextFireMs } = state;
  if (!pending && nextFireMs !== null && nextFireMs <= nowMs) {
    const rule = scheduleRule(state.schedule, state.takenUpMs);
    const fireMs = latestFire(rule, nowMs) ?? nextFireMs;
    pending = { fireMs, runId: runIdOf(state, fireMs, nowMs, random()), attempts: 0, retryMs: nowMs, isCleared: false };
    nextFireMs = nextFire(rule, fireMs);
  }
  if (!pending || pending.retryMs > nowMs) return { state, attempt: null };
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** pending.attempts, LONGEST_PAUSE_MS);
  const attempt = { ...pending, attempts: pending.attempts + 1, retryMs: nowMs + pauseMs };
  return { state: { ...state, pending: attempt, nextFireMs }, attempt };
}

/** The pending fire is dealt with. @param runId of the run it started, null when it started none. */
export function settle(state: ScheduleState, fireMs: number, runId: string | null): ScheduleState {
  const pending = state.pending?.fireMs === fireMs ? null : state.pending;
  return { ...state, pending, lastRunId: runId ?? state.lastRunId };
}

/** When the schedule has something to do; null: never. */
export function wakeAt({ isArmed, pending, nextFireMs }: ScheduleState): number | null {
  return isArmed ? (pending?.retryMs ?? nextFireMs) : null;
}

/** A schedule asks this often whether its workflow still wants it, fires apart: the database may have been restored to an older state. */
export const CHECK_EVERY_MS = HOUR_MS;

/** When an armed schedule is compared with the database next; null: never. */
export function checkAt({ isArmed, checkedMs, takenUpMs }: ScheduleState): number | null {
  return isArmed ? Math.max(checkedMs ?? 0, takenUpMs) + CHECK_EVERY_MS : null;
}

/** Starts with the same key are one run. */
export function deduplicationKeyOf({ workflowId }: Pick<ScheduleState, 'workflowId'>, fireMs: number): string {
  return `schedule:${workflowId}:${new Date(fireMs).toISOString()}`;
}

/** @param random 12 to 26 characters of [0-9a-z]. */
export function runIdOf(state: Pick<ScheduleState, 'workflowId' | 'ownerUserId'>, fireMs: number, nowMs: number, random: string): string {
  return makeRunId(state.ownerUserId, nowMs, laneOf(deduplicationKeyOf(state, fireMs)), random);
}

function isSameSchedule(left: Schedule, right: Schedule): boolean {
  const membersOf = ({ startAt, frequency, period, timeZone, overlap }: Schedule) =>
    JSON.stringify([startAt || null, frequency ?? 1, period, timeZone || 'UTC', overlap ?? 'Allow']);
  return membersOf(left) === membersOf(right);
}
