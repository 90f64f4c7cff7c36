import { firstFire, nextFires, type Schedule, scheduleProblems, scheduleRule } from '@portage/workflow';

/** The next starts of a schedule, as far as they are known before the workflow is active. */
export type SchedulePreview =
  /** Instants in milliseconds; `isOverdue`: the only time has passed, so a run starts once the workflow is active. */
  { kind: 'fires'; fires: number[]; isOverdue: boolean } | { kind: 'faulty' };

const FIRE_COUNT = 5;

/** The next five starts of a schedule that is activated now (spec STEP-20, ENG-22). */
export function previewSchedule(schedule: Schedule, nowMs: number): SchedulePreview {
  if (scheduleProblems(schedule).length > 0) return { kind: 'faulty' };
  const rule = scheduleRule(schedule, nowMs);
  if (!rule.period) {
    const only = firstFire(rule, nowMs);
    return { kind: 'fires', fires: only === null ? [] : [only], isOverdue: only !== null && only < nowMs };
  }
  return { kind: 'fires', fires: nextFires(rule, nowMs - 1, FIRE_COUNT), isOverdue: false };
}
