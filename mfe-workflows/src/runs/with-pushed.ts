import type { RunInstance } from '../api-types.ts';

/** Merges a run that was just pushed. Fields that only the API knows stay; what the run waited for is dropped unless it still waits. */
export function withPushed({ waiting: _, ...known }: Partial<RunInstance> = {}, pushed: RunInstance): RunInstance {
  return { ...known, ...pushed };
}
