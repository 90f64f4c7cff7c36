import type { ScheduleRule } from './schedule-rule.ts';

/** The usual ISO 8601 format has no five-digit years. */
const END_OF_TIME_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * The first fire after an instant (spec ENG-22): the start, then every frequency × period. It is calculated, not searched: a minute
 * schedule that began a century ago costs the same as one that begins now.
 *
 * @returns milliseconds since the epoch, or null if the schedule has no more fires.
 */
export function nextFire(rule: ScheduleRule, afterMs: number): number | null {
  return afterMs < rule.startMs ? fireAt(rule, 0) : fireAt(rule, indexUpTo(rule, afterMs) + 1);
}

/**
 * The first fire of a schedule that is activated at an instant. Earlier fires aren't caught up on, except for a OneTime schedule: a person
 * who sets "now" and activates ten minutes later wants it to run (spec STEP-28).
 *
 * @returns as `nextFire`; it may be in the past for OneTime only.
 */
export function firstFire(rule: ScheduleRule, takenUpMs: number): number | null {
  return rule.period ? nextFire(rule, takenUpMs - 1) : fireAt(rule, 0);
}

/** The next `count` fires after an instant, fewer if the schedule ends. */
export function nextFires(rule: ScheduleRule, afterMs: number, count: number): number[] {
  const fires: number[] = [];
  for (let fire = nextFire(rule, afterMs); fire !== null && fires.length < count; fire = nextFire(rule, fire)) fires.push(fire);
  return fires;
}

/** The last fire at or before an instant, or null if the schedule hasn't begun. */
export function latestFire(rule: ScheduleRule, atMs: number): number | null {
  return atMs < rule.startMs ? null : fireAt(rule, indexUpTo(rule, atMs));
}

/** Number of the last fire at or before an instant that isn't before the start. */
function indexUpTo(rule: ScheduleRule, instantMs: number): number {
  if (!rule.period) return 0;
  let index = Math.max(0, rule.period.indexUpTo(rule, instantMs));
  // A few iterations at most: the guess is off by a clock change, or by a month.
  for (let fire = fireAt(rule, index + 1); fire !== null && fire <= instantMs; fire = fireAt(rule, index + 1)) index += 1;
  return index;
}

function fireAt(rule: ScheduleRule, index: number): number | null {
  // If the start is the second of two equal clock times, counting would find the first.
  const fire = index === 0 ? rule.startMs : (rule.period?.fire(rule, index) ?? Number.NaN);
  return fire <= END_OF_TIME_MS ? fire : null;
}
