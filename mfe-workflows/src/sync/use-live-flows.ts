import { SYNC_KEY, useHost } from '@portage/area-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SyncFlow } from '../api-types.ts';
import { followRun } from '../runs/live-run.ts';

/** Pushes come more often than counts need to be reloaded. */
const PUSH_PAUSE_MS = 500;

/** Reloads flows and items when a run that syncs one of the flows pushes a change. Without a socket they are polled. */
export function useLiveFlows(flows: readonly SyncFlow[]): void {
  const { openSocket } = useHost();
  const queryClient = useQueryClient();
  const runIds = listActiveRunIds(flows).join(' ');
  useEffect(() => {
    if (runIds === '') return;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        void queryClient.invalidateQueries({ queryKey: SYNC_KEY });
      }, PUSH_PAUSE_MS);
    };
    const stops = runIds.split(' ').map((runId) => followRun(runId, openSocket, { onMessage: read, onConnectionChange: () => undefined }));
    return () => {
      for (const stop of stops) stop();
      clearTimeout(waiting);
    };
  }, [runIds, openSocket, queryClient]);
}

/** The runs that are syncing flows now, each once. */
export function listActiveRunIds(flows: readonly Pick<SyncFlow, 'state' | 'workflowInstanceId'>[]): string[] {
  return [...new Set(flows.flatMap((flow) => (flow.state === 'Running' ? (flow.workflowInstanceId ?? []) : [])))].sort();
}
