import { keep, readStoredJson } from '@portage/area-kit/kept';
import { DAY_MS } from '@portage/primitives/durations';

const PREFIX = 'portage:design-run';
/** The data of steps isn't stored much longer either. */
const KEPT_MS = 30 * DAY_MS;

/** Remembers in this browser with which run a person designs, per workflow. @param runId null: the last one */
export function keepRun(storage: Storage, userId: string, workflowId: string, runId: string | null, nowMs: number): void {
  const key = `${PREFIX}:${userId}:${workflowId}`;
  if (runId === null) storage.removeItem(key);
  else keep(storage, key, { runId, at: nowMs });
}

/** Null for the last run. */
export function readStoredRun(storage: Storage, userId: string, workflowId: string, nowMs: number): string | null {
  const { runId, at } = (readStoredJson(storage, `${PREFIX}:${userId}:${workflowId}`) ?? {}) as { runId?: unknown; at?: unknown };
  return typeof runId === 'string' && typeof at === 'number' && nowMs - at < KEPT_MS ? runId : null;
}
