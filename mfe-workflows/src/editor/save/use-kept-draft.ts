import { useEffect } from 'react';
import type { EditorStore } from '../state/editor-state.ts';
import { continuedIdentity, type EditorIdentity } from './editor-identity.ts';
import { buildDraftKey, type DraftOwner, draftsLeftBehind, dropDraft, keepDraft } from './kept-drafts.ts';
import { areSameSteps } from './same-steps.ts';
import type { Saver } from './saver.ts';

/** Pause between two writes to the browser's storage while typing. */
const WRITE_PAUSE_MS = 500;

export interface StoredDraftSettings extends DraftOwner {
  /** Becomes the identity of the editor that stored the draft, once the draft is restored. */
  editor: { current: EditorIdentity };
  store: EditorStore;
  saver: Saver;
  isSignedIn(): boolean;
  /** Called when a draft of an earlier editor was restored without a conflict. */
  onBroughtBack(): void;
}

/** Stores unsaved steps in the browser, and restores those of an editor that was closed or crashed. */
export function useStoredDraft({ userId, workflowId, editor, store, saver, isSignedIn, onBroughtBack }: StoredDraftSettings): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor session is one workflow; only the messages may change.
  useEffect(() => {
    const owner = { userId, workflowId };
    const key = buildDraftKey(owner, editor.current.sessionId);
    const release = holdLock(key);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;

    function write() {
      clearTimeout(timer);
      timer = undefined;
      if (!saver.getState().hasUnsavedChanges) return dropDraft(localStorage, key);
      keepDraft(localStorage, key, {
        versionId: saver.versionId,
        steps: [...store.getState().steps],
        editor: editor.current,
        at: Date.now(),
      });
    }
    const unsubscribe = saver.subscribe(() => {
      if (!saver.getState().hasUnsavedChanges) write();
      else timer ??= setTimeout(write, WRITE_PAUSE_MS);
    });
    const stopStore = store.subscribe(() => {
      if (saver.getState().hasUnsavedChanges) timer ??= setTimeout(write, WRITE_PAUSE_MS);
    });
    const writeAtOnce = () => saver.getState().hasUnsavedChanges && write();
    window.addEventListener('pagehide', writeAtOnce);

    void openKeys().then((open) => {
      if (isEnded || store.getState().isReadOnly) return;
      const [newest, ...older] = draftsLeftBehind(localStorage, owner, Date.now(), (one) => open.has(one));
      for (const { key: oldKey } of older) dropDraft(localStorage, oldKey);
      if (!newest) return;
      dropDraft(localStorage, newest.key);
      const { versionId, steps, editor: earlier } = newest.draft;
      // That editor's save arrived; only its response was lost.
      if (areSameSteps(steps, store.getState().steps)) return;
      if (earlier) editor.current = continuedIdentity(earlier);
      const isNewest = versionId === saver.versionId;
      store.change(steps);
      if (isNewest) return onBroughtBack();
      saver.saveOnto(versionId).then(onBroughtBack, () => undefined);
    });

    return () => {
      isEnded = true;
      clearTimeout(timer);
      // The person left on purpose, after the question, so the unsaved steps are dropped. A session that ended asks nothing.
      if (isSignedIn()) dropDraft(localStorage, key);
      else writeAtOnce();
      unsubscribe();
      stopStore();
      window.removeEventListener('pagehide', writeAtOnce);
      release();
    };
  }, [editor, store, saver]);
}

/** Holds a lock that tells all tabs that this editor is open, until it is released or the tab dies. */
function holdLock(key: string): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(key, () => held).catch(() => undefined);
  return release;
}

async function openKeys(): Promise<Set<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.map(({ name }) => name ?? ''));
}
