import { keep, readStoredJson } from '@portage/area-kit/kept';
import { DAY_MS } from '@portage/primitives/durations';

/** Longer texts aren't stored: all workflows share the browser's storage. */
const MOST_KEPT_CHARACTERS = 20_000;
const KEPT_MS = 30 * DAY_MS;
const PREFIX = 'portage:test-input';

/** A key for this person's input for a step, by `clientId` because the step may be renamed. */
export function buildInputKey(userId: string, workflowId: string, clientId: string): string {
  return `${PREFIX}:${userId}:${workflowId}:${clientId}`;
}

/** Remembers in this browser what was typed to test a step. @param text null if the person typed nothing */
export function keepInput(storage: Storage, key: string, text: string | null, nowMs: number): void {
  if (text === null || text.length > MOST_KEPT_CHARACTERS) storage.removeItem(key);
  else keep(storage, key, { text, at: nowMs });
}

/** Null if the person typed nothing, or long ago. */
export function readStoredInput(storage: Storage, key: string, nowMs: number): string | null {
  const { text, at } = (readStoredJson(storage, key) ?? {}) as { text?: unknown; at?: unknown };
  return typeof text === 'string' && typeof at === 'number' && nowMs - at <= KEPT_MS ? text : null;
}
