import { keep, readStoredJson } from '@portage/area-kit/kept';

/** A workflow counts as just created for this long (spec WFL-44). No page shows it (spec WFL-45). */
const MARKER_LIFE_MS = 20_000;

const KEY = 'portage:created-workflow';

/** Remembers a workflow as just created (spec WFL-44, WFL-45) while other pages are open. */
export function markCreated(storage: Storage, workflowId: string, nowMs: number): void {
  keep(storage, KEY, { workflowId, until: nowMs + MARKER_LIFE_MS });
}

/** The workflow created within the last 20 s, or null. */
export function readCreated(storage: Storage, nowMs: number): string | null {
  const marker = readStoredJson(storage, KEY) as { workflowId?: unknown; until?: unknown } | null;
  if (typeof marker?.workflowId !== 'string' || typeof marker.until !== 'number') return null;
  return nowMs < marker.until ? marker.workflowId : null;
}
