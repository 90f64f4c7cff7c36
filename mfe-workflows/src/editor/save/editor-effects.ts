import { useHost } from '@portage/area-kit';
import { useEffect } from 'react';
import type { EditorStore } from '../state/editor-state.ts';
import type { OpenEditor } from './create-editor.ts';
import { SAVE_FAILED } from './create-saving.ts';
import { keepView } from './kept-views.ts';
import type { Saver } from './saver.ts';
import type { Saving } from './saving-context.tsx';

export function useAutosave({ saver, store }: OpenEditor): void {
  useEffect(() => {
    const follow = () => {
      saver.setAutomatic(!store.getState().isReadOnly);
      saver.noteChange();
    };
    follow();
    return store.subscribe(follow);
  }, [saver, store]);
}

export function useViewKeeping(store: EditorStore, workflowId: string): void {
  useEffect(() => {
    let { offset, zoom } = store.getState();
    return store.subscribe(() => {
      const next = store.getState();
      if (next.offset === offset && next.zoom === zoom) return;
      ({ offset, zoom } = next);
      keepView(localStorage, workflowId, { offset, zoom });
    });
  }, [store, workflowId]);
}

/** Reports a failure once; the line next to the title stays. */
export function useFailureNotice(saver: Saver): void {
  const { notify } = useHost();
  useEffect(() => {
    let phase = saver.getState().phase;
    return saver.subscribe(() => {
      const next = saver.getState();
      const isNews = next.phase === 'failed' && phase !== 'failed';
      phase = next.phase === 'saving' ? phase : next.phase;
      if (isNews) notify.error(SAVE_FAILED);
    });
  }, [notify, saver]);
}

/** Saves again when the browser is online, and stops every timer when the editor closes. */
export function useSaverLife({ saver, store }: OpenEditor): void {
  useEffect(() => {
    window.addEventListener('online', saver.retry);
    return () => {
      window.removeEventListener('online', saver.retry);
      saver.dispose();
      store.dispose();
    };
  }, [saver, store]);
}

/** A person who returns to a tab without unsaved changes continues from what was saved elsewhere meanwhile. */
export function useCatchUp(saver: Saver, saving: Saving): void {
  useEffect(() => {
    async function catchUp() {
      const { phase, hasUnsavedChanges } = saver.getState();
      if (document.visibilityState !== 'visible' || phase !== 'idle' || hasUnsavedChanges) return;
      await saving.catchUp().catch(() => undefined);
    }
    document.addEventListener('visibilitychange', catchUp);
    return () => document.removeEventListener('visibilitychange', catchUp);
  }, [saver, saving]);
}
