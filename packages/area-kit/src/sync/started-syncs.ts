import type { SyncFlow } from './api-types.ts';

/** A run that a person started to sync a flow. */
export interface StartedSync {
  flowId: string;
  runId: string;
  /** When the flow last began before that run. */
  startedAtBefore: string | null;
}

/** Whether a run is in progress that hasn't begun the flow yet: the flow still shows its last sync. */
export function isStarting(
  started: readonly StartedSync[],
  { id, state, startedAt }: Pick<SyncFlow, 'id' | 'state' | 'startedAt'>,
): boolean {
  return state !== 'Running' && started.some(({ flowId, startedAtBefore }) => flowId === id && startedAtBefore === startedAt);
}
