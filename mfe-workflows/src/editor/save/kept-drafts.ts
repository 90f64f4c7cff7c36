import { keep, readStoredJson } from '@portage/area-kit/kept';
import { DAY_MS } from '@portage/primitives/durations';
import type { WorkflowStep } from '@portage/workflow';
import type { EditorIdentity } from './editor-identity.ts';

/** Older drafts are no longer useful. */
const KEPT_MS = 30 * DAY_MS;
const PREFIX = 'portage:draft';

/** Steps that no server has yet, stored in the browser so that a crash, a closed tab or a dead network loses nothing. */
export interface StoredDraft {
  /** The version that the steps are based on. */
  versionId: string;
  steps: WorkflowStep[];
  /** The editor that stored the draft; missing in drafts of older builds. */
  editor?: EditorIdentity;
  at: number;
}

export interface DraftOwner {
  userId: string;
  workflowId: string;
}

/** Each open editor stores its draft under its own key, so that two tabs never overwrite each other. */
export function buildDraftKey({ userId, workflowId }: DraftOwner, editorSessionId: string): string {
  return `${PREFIX}:${userId}:${workflowId}:${editorSessionId}`;
}

/** Stores a draft. If the browser is out of space, only the tab has it. */
export function keepDraft(storage: Storage, key: string, draft: StoredDraft): void {
  keep(storage, key, draft);
}

export function dropDraft(storage: Storage, key: string): void {
  storage.removeItem(key);
}

/** Drafts that closed editors left, newest first; removes expired ones. @param isOpen whether another tab has this key's editor */
export function draftsLeftBehind(
  storage: Storage,
  owner: DraftOwner,
  nowMs: number,
  isOpen: (key: string) => boolean,
): { key: string; draft: StoredDraft }[] {
  const prefix = buildDraftKey(owner, '');
  const left: { key: string; draft: StoredDraft }[] = [];
  for (const key of Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')) {
    if (!key.startsWith(prefix) || isOpen(key)) continue;
    const draft = readDraft(storage, key);
    if (draft && nowMs - draft.at < KEPT_MS) left.push({ key, draft });
    else storage.removeItem(key);
  }
  return left.sort((one, other) => other.draft.at - one.draft.at);
}

function readDraft(storage: Storage, key: string): StoredDraft | null {
  const draft = readStoredJson(storage, key) as Partial<StoredDraft> | null;
  if (typeof draft?.versionId !== 'string' || typeof draft.at !== 'number' || !Array.isArray(draft.steps)) return null;
  return draft as StoredDraft;
}
