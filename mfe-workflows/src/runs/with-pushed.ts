import type { RunInstance } from '../api-types.ts';

/** A run as the shard has just told it. What only the API knows is kept; what the run waited for is not, unless it still waits. */
export function withPushed({ waiting: _, ...known }: Partial<RunInstance> = {}, pushed: RunInstance): RunInstance {
  return { ...known, ...pushed };
}
