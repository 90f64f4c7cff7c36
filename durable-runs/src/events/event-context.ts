import type { EventAdapters } from './event-adapters.ts';
import type { EventState } from './event-state.ts';

/** Shared by the parts of the object that listens for an event: its state, its disk, and its ways to the outside. */
export interface EventContext {
  readonly adapters: EventAdapters;
  /** @throws Error when nothing is known any more */
  state(): EventState;
  /** Null: nothing is known. */
  known(): EventState | null;
  /** Writes it down and sets the alarm by it. */
  keep(state: EventState): void;
  /** Resolves when everything written so far is on disk. */
  onDisk(): Promise<void>;
  /** Null: no caller has named it yet. */
  workflowId(): string | null;
  log(level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown>): void;
}
