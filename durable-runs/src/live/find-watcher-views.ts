import { parseRunId, type RunViewer } from '@portage/contracts';
import { findLiveCallers, findRunViewer, type HttpDatabase, isAdmin } from '@portage/database';
import type { RunStore } from '../storage/run-store.ts';
import type { RunWatcher } from './live-view.ts';

/** How each watcher sees their run today, in order; null: their session has ended, or they are neither its owner nor an admin. */
export async function findWatcherViews(
  watchers: readonly RunWatcher[],
  runs: Pick<RunStore, 'byKey' | 'version'>,
  db: HttpDatabase,
  now: Date,
): Promise<(RunViewer | null)[]> {
  const callers = await findLiveCallers(db, [...new Set(watchers.map(({ sessionId }) => sessionId))], now);
  return Promise.all(
    watchers.map(({ sessionId, runKey }) => {
      const caller = callers.get(sessionId);
      const run = runs.byKey(runKey);
      const version = run && runs.version(run.versionId);
      if (!caller || !version) return null;
      if (caller.id !== parseRunId(run.runId)?.ownerUserId && !isAdmin(caller)) return null;
      return findRunViewer(db, caller, version.workflowId);
    }),
  );
}
