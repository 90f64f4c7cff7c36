import type { CurrentStep } from '../core/run-state.ts';
import type { ActiveRun } from './active-run.ts';

/** Counts and traces run events that records do not show. Must neither wait nor throw. */
export interface RunObserver {
  /** An attempt failed and the step is retried after its pause. */
  onRetry(run: ActiveRun, step: CurrentStep, nowMs: number): void;
  /** The engine ended abnormally while the run was active. */
  onStrike(run: ActiveRun): void;
  onEnd(run: ActiveRun): void;
}

export interface SyncObserver {
  onSyncItems(outcome: string, count: number): void;
}

export interface MemoryObserver {
  /** A large run was admitted, or a run has grown. `bytes`: what the shard's active runs now hold together. */
  onHeld(bytes: number): void;
  /** A large run waits on disk for its turn in memory. */
  onMemoryWait(): void;
}
