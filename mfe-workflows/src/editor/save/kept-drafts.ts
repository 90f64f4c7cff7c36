import { keep, readKept } from '@portage/area-kit/kept';
import { DAY_MS } from '@portage/primitives/durations';
import type { WorkflowStep } from '@portage/workflow';
import type { EditorIdentity } from './editor-identity.ts';

/** Older drafts are of no use. */
const KEPT_MS = 30 * DAY_MS;
const PREFIX = 'portage:draft';

/** Steps that are on no server yet, kept in the browser so that a crash, a closed tab or a dead network loses nothing. */
export interface KeptDraft {
  /** The version that was changed. */
  versionId: string;
  steps: WorkflowStep[];
  /** The editor that kept it; absent in drafts of older builds. */
  editor?: EditorIdentity;
  at: number;
}

/** Whose draft of which workflow; the last part is the editor that keeps it. */
export interface DraftOwner {
  userId: string;
  workflowId: string;
}

/** Each open editor keeps its own draft under a key of its own, so that two tabs never write over one another. */
export function draftKeyOf({ userId, workflowId }: DraftOwner, editorSessionId: string): string {
  return `${PREFIX}:${userId}:${workflowId}:${editorSessionId}`;
}

/** Keeps a draft. A browser without room for it keeps none: the tab still has it. */
export function keepDraft(storage: Storage, key: string, draft: KeptDraft): void {
  keep(storage, key, draft);
}

export function dropDraft(storage: Storage, key: string): void {
  storage.removeItem(key);
}

/**
 * Drafts that closed editors left of a workflow, newest first; those past use are removed.
 *
 * @param isOpen whether the editor with this key still runs, in another tab.
 */
export function draftsLeftBehind(
  storage: Storage,
  owner: DraftOwner,
  nowMs: number,
  isOpen: (key: string) => boolean,
): { key: string; draft: KeptDraft }[] {
  const prefix = draftKeyOf(owner, '');
  const left: { key: string; draft: KeptDraft }[] = [];
  for (const key of Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')) {
    if (!key.startsWith(prefix) || isOpen(key)) continue;
    const draft = readDraft(storage, key);
    if (draft && nowMs - draft.at < KEPT_MS) left.push({ key, draft });
    else storage.removeItem(key);
  }
  return left.sort((one, other) => other.draft.at - one.draft.at);
}

function readDraft(storage: Storage, key: string): KeptDraft | null {
  const draft = readKept(storage, key) as Partial<KeptDraft> | null;
  if (typeof draft?.versionId !== 'string' || typeof draft.at !== 'number' || !Array.isArray(draft.steps)) return null;
  return draft as KeptDraft;
}
