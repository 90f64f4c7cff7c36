import { type ArmScheduleRequest, computeRunLane, makeRunId, type OwnerId, type RunChain } from '@portage/contracts';
import { HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import { firstFire, latestFire, nextFire, type Schedule, scheduleRule } from '@portage/workflow';

/** A fire whose run has to be started. Its run id is stored before the first attempt, so no attempt starts a second run. */
export interface PendingFire {
  fireMs: number;
  runId: string;
  attempts: number;
  retryMs: number;
  /** The previous fire's run was found to have ended. */
  isCleared: boolean;
}

/** Everything a schedule stores except its past fires and its version's steps. */
export interface ScheduleState {
  isArmed: boolean;
  schedule: Schedule;
  /** When this schedule was armed: its start if it names none. */
  takenUpMs: number;
  workflowId: string;
  ownerUserId: OwnerId;
  versionId: string;
  nextFireMs: number | null;
  /** At most one: fires that come due while it's pending are made up for by one run after it. */
  pending: PendingFire | null;
  /** Run of the last fire that started one. */
  lastRunId: string | null;
  /** The run whose call armed the schedule: the runs it starts belong to the same chain. Absent: a person armed it. */
  chain?: RunChain;
  /** When the schedule was last compared with the database; absent: when it was armed. */
  checkedMs?: number;
}

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = MINUTE_MS;

/**
 * Applies the schedule from now on. One that stays the same keeps its fires, its start and its pending fire.
 *
 * @param hasFired whether a fire was already handled: it never is again, whatever clocks and people do.
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
  // A fire that was due under the previous schedule is still due. After a pause only the very same fire continues, with its run id:
  // its run may have been started although the response was lost.
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
 * What an alarm does before it starts anything: a due fire becomes the pending one, and the schedule moves on to the next. Missed
 * fires are made up for by the latest of them only.
 *
 * @returns `attempt`: the run to start now; null if no run is due, as for an alarm that rang twice.
 */
export function takeUp(state: ScheduleState, nowMs: number, random: () => string): { state: ScheduleState; attempt: PendingFire | null } {
  if (!state.isArmed) return { state, attempt: null };
  let { pending, nextFireMs } = state;
  if (!pending && nextFireMs !== null && nextFireMs <= nowMs) {
    const rule = scheduleRule(state.schedule, state.takenUpMs);
    const fireMs = latestFire(rule, nowMs) ?? nextFireMs;
    pending = { fireMs, runId: buildRunId(state, fireMs, nowMs, random()), attempts: 0, retryMs: nowMs, isCleared: false };
    nextFireMs = nextFire(rule, fireMs);
  }
  if (!pending || pending.retryMs > nowMs) return { state, attempt: null };
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** pending.attempts, LONGEST_PAUSE_MS);
  const attempt = { ...pending, attempts: pending.attempts + 1, retryMs: nowMs + pauseMs };
  return { state: { ...state, pending: attempt, nextFireMs }, attempt };
}

/** The pending fire is handled. @param runId of the run it started, null if it started none. */
export function settle(state: ScheduleState, fireMs: number, runId: string | null): ScheduleState {
  const pending = state.pending?.fireMs === fireMs ? null : state.pending;
  return { ...state, pending, lastRunId: runId ?? state.lastRunId };
}

/** When the schedule has something to do; null: never. */
export function wakeAt({ isArmed, pending, nextFireMs }: ScheduleState): number | null {
  return isArmed ? (pending?.retryMs ?? nextFireMs) : null;
}

/**
 * How often a schedule asks whether its workflow still wants it, apart from fires: the database may have been restored to an older
 * state.
 */
export const CHECK_EVERY_MS = HOUR_MS;

/** When an armed schedule is next compared with the database; null: never. */
export function checkAt({ isArmed, checkedMs, takenUpMs }: ScheduleState): number | null {
  return isArmed ? Math.max(checkedMs ?? 0, takenUpMs) + CHECK_EVERY_MS : null;
}

/** Starts with the same key are one run. */
export function buildDeduplicationKey({ workflowId }: Pick<ScheduleState, 'workflowId'>, fireMs: number): string {
  return `schedule:${workflowId}:${new Date(fireMs).toISOString()}`;
}

/** @param random 12 to 26 characters of [0-9a-z]. */
export function buildRunId(
  state: Pick<ScheduleState, 'workflowId' | 'ownerUserId'>,
  fireMs: number,
  nowMs: number,
  random: string,
): string {
  return makeRunId(state.ownerUserId, nowMs, computeRunLane(buildDeduplicationKey(state, fireMs)), random);
}

function isSameSchedule(left: Schedule, right: Schedule): boolean {
  const membersOf = ({ startAt, frequency, period, timeZone, overlap }: Schedule) =>
    JSON.stringify([startAt || null, frequency ?? 1, period, timeZone || 'UTC', overlap ?? 'Allow']);
  return membersOf(left) === membersOf(right);
}
