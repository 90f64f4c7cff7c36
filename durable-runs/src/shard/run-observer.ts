import type { CurrentStep } from '../core/run-state.ts';
import type { ActiveRun } from './active-run.ts';

/** Counts and traces events of runs that records do not show. Must neither wait nor throw. */
export interface RunObserver {
  /** An attempt failed and the step is tried again after its pause. */
  onRetry(run: ActiveRun, step: CurrentStep, nowMs: number): void;
  /** The engine ended abnormally while the run was under way. */
  onStrike(run: ActiveRun): void;
  /** Its state is the one it ended with. */
  onEnd(run: ActiveRun): void;
}

/** Counts the work of syncs. */
export interface SyncObserver {
  /** Items of a sync came to this outcome. */
  onSyncItems(outcome: string, count: number): void;
}

/** Counts how large runs use a shard's memory. */
export interface MemoryObserver {
  /** A large run came in, or a run has grown: the shard's active runs together now hold so much of their values. */
  onHeld(bytes: number): void;
  /** A large run waits on disk for its turn to be in memory. */
  onMemoryWait(): void;
}
