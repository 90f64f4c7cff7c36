import { keep, readStoredJson } from '@portage/area-kit/kept';
/** A message of the chat (spec AI-06). */
export interface ChatEntry {
  role: 'user' | 'bot';
  message: string;
  /** ISO 8601. */
  date: string;
}

/** Local storage prefix of the chats, by workflow and step (spec AI-07). */
const PREFIX = 'pf:chat:history';
/** Local storage is small and shared by the whole origin. */
const MOST_ENTRIES = 60;
const MOST_CHARACTERS = 200_000;

export function historyKey(workflowId: string, stepId: string): string {
  return `${PREFIX}:${workflowId}:${stepId}`;
}

/** The stored messages; empty if they can't be read. */
export function readHistory(storage: Storage, key: string): ChatEntry[] {
  const kept = readStoredJson(storage, key);
  return Array.isArray(kept) ? kept.filter(isEntry) : [];
}

/** Stores the newest entries. If storage is full, its old content stays. */
export function writeHistory(storage: Storage, key: string, entries: readonly ChatEntry[]): void {
  if (entries.length === 0) storage.removeItem(key);
  else keep(storage, key, newest(entries));
}

function newest(entries: readonly ChatEntry[]): ChatEntry[] {
  const kept: ChatEntry[] = [];
  let length = 0;
  for (const entry of entries.slice(-MOST_ENTRIES).toReversed()) {
    length += entry.message.length;
    if (length > MOST_CHARACTERS) break;
    kept.unshift(entry);
  }
  return kept;
}

function isEntry(value: unknown): value is ChatEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { role, message, date } = value as Record<string, unknown>;
  return (role === 'user' || role === 'bot') && typeof message === 'string' && typeof date === 'string';
}
