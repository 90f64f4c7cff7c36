import { useEffect } from 'react';
import type { EditorStore } from '../state/editor-state.ts';
import { continuedIdentity, type EditorIdentity } from './editor-identity.ts';
import { type DraftOwner, draftKeyOf, draftsLeftBehind, dropDraft, keepDraft } from './kept-drafts.ts';
import { areSameSteps } from './same-steps.ts';
import type { Saver } from './saver.ts';

/** Between two writes into the browser's storage during typing. */
const WRITE_PAUSE_MS = 500;

export interface KeptDraftSettings extends DraftOwner {
  /** Goes on as the editor that kept the draft, once one is brought back. */
  editor: { current: EditorIdentity };
  store: EditorStore;
  saver: Saver;
  isSignedIn(): boolean;
  /** A draft of an earlier editor was brought back, and it is not in conflict with what is saved. */
  onBroughtBack(): void;
}

/** Keeps unsaved steps in the browser, and brings back those of an editor that was closed or crashed. */
export function useKeptDraft({ userId, workflowId, editor, store, saver, isSignedIn, onBroughtBack }: KeptDraftSettings): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor session is one workflow; only the messages may change.
  useEffect(() => {
    const owner = { userId, workflowId };
    const key = draftKeyOf(owner, editor.current.sessionId);
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
      // The save of that editor arrived; only its answer was lost.
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
      // Left on purpose, after the question: the unsaved steps are given up. A session that ended asks no question.
      if (isSignedIn()) dropDraft(localStorage, key);
      else writeAtOnce();
      unsubscribe();
      stopStore();
      window.removeEventListener('pagehide', writeAtOnce);
      release();
    };
  }, [editor, store, saver]);
}

/** Says that this editor is open, to all tabs, until it is released or the tab dies. */
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
