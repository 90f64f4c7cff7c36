import type { EventAdapters } from './event-adapters.ts';
import type { EventState } from './event-state.ts';

/** Shared by the parts of the event object: its state, its storage, and its ways to the outside. */
export interface EventContext {
  readonly adapters: EventAdapters;
  /** @throws Error if no state is stored any more */
  state(): EventState;
  /** Null: no state is stored. */
  known(): EventState | null;
  /** Stores the state and sets the alarm accordingly. */
  keep(state: EventState): void;
  onDisk(): Promise<void>;
  /** Null: no caller has given it yet. */
  workflowId(): string | null;
  log(level: 'info' | 'warn' | 'error', message: string, details: Record<string, unknown>): void;
}
