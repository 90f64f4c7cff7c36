import { isApiError, messageOf } from '@portage/contracts';
import { useHost, useSessionUser } from '@portage/ui';
import { useEffect, useMemo, useState } from 'react';
import type { Workflow } from '../../api-types.ts';
import type { EditorStore } from '../state/editor-state.ts';
import { createEditorStore } from '../state/editor-store.ts';
import { type EditorIdentity, newIdentity } from './editor-identity.ts';
import { keepView, keptView, viewToBeginWith } from './kept-views.ts';
import { Saver } from './saver.ts';
import type { Saving } from './saving-context.tsx';
import { useKeptDraft } from './use-kept-draft.ts';
import { judgeSave, useWorkflowCalls } from './use-workflow.ts';

/** Spec EDIT-66. */
const SAVE_FAILED = 'Workflow save failed.';
/** Spec EDIT-71. */
const LEAVE_QUESTION = {
  text: 'The changes of the workflow will be lost. Are you sure you want to leave the page without saving?',
  confirm: 'Yes',
  cancel: 'No',
};
/** Spec EDIT-67. */
const NOT_AUTHORIZED_CODE = '15';
const NOT_AUTHORIZED = 'WebHook update not authorized. Please Refresh Connector.';

/** Opens a workflow: the state of its editor and what saves it. @param workflow as the server has it now. */
export function useEditorOf(workflow: Workflow): { store: EditorStore; saving: Saving } {
  const { notify, guardLeaving, session } = useHost();
  const user = useSessionUser();
  const calls = useWorkflowCalls(workflow.id);
  const [{ store, saver, editor }] = useState(() => {
    const identity: { current: EditorIdentity } = { current: newIdentity(crypto.randomUUID()) };
    const view = viewToBeginWith(keptView(localStorage, workflow.id), workflow.state);
    const made = createEditorStore({
      steps: workflow.steps,
      isReadOnly: workflow.isActive,
      hasHiddenSteps: workflow.hasHiddenSteps,
      isImpersonating: user?.isImpersonating ?? false,
      offset: view?.offset,
      zoom: view?.zoom,
    });
    const ports = {
      readDraft: () => ({ steps: made.getState().steps, view: { offset: made.getState().offset, zoom: made.getState().zoom } }),
      send(request: Parameters<typeof calls.save>[0]) {
        const { sessionId, saveNumber } = identity.current;
        identity.current = { sessionId, saveNumber: saveNumber + 1 };
        return calls.save(request, identity.current);
      },
      judge: judgeSave,
      later: (callback: () => void, ms: number) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
      now: () => new Date(),
    };
    return { store: made, saver: new Saver(ports, workflow.versionId), editor: identity };
  });

  const saving = useMemo<Saving>(() => {
    function adopt(theirs: Workflow) {
      store.setReadOnly(theirs.isActive);
      store.setHasHiddenSteps(theirs.hasHiddenSteps);
      store.replaceAll(theirs.steps);
      saver.adopt(theirs.versionId);
    }
    /** Runs a save and tells what went wrong; a conflict is told by the banner of the page. */
    async function tell(save: () => Promise<void>): Promise<boolean> {
      const hadFailed = saver.getState().phase === 'failed';
      try {
        if (saver.getState().phase === 'conflict') return false;
        await save();
        return true;
      } catch {
        if (hadFailed) notify.error(SAVE_FAILED);
        return false;
      }
    }
    /** After a call that reads the workflow anew: somebody else may have saved it just before. */
    function follow(read: Workflow): { versionId: string } {
      store.setReadOnly(read.isActive);
      if (read.versionId !== saver.versionId && !saver.getState().hasUnsavedChanges) adopt(read);
      return { versionId: saver.versionId };
    }

    return {
      getState: saver.getState,
      subscribe: saver.subscribe,
      retry: saver.retry,
      async save() {
        const isSaved = await tell(() => saver.save());
        if (isSaved) notify.success('Workflow Saved');
        return isSaved;
      },
      flush: () => tell(() => saver.flush()),
      async saveInfo(info) {
        if (!store.getState().isReadOnly) await saver.flush();
        await saver.between(() => calls.saveInfo(info, saver.versionId));
      },
      async setActive(isActive) {
        if (isActive && !(await tell(() => saver.flush()))) return false;
        try {
          await saver.between(async () => {
            const { workflow: read, warnings } = await calls.setActive(isActive);
            for (const warning of warnings) notify.warning(warning);
            return follow(read);
          });
          return true;
        } catch (error) {
          notify.error(isApiError(error) && error.code === NOT_AUTHORIZED_CODE ? NOT_AUTHORIZED : error);
          return false;
        }
      },
      async catchUp() {
        await saver.between(async () => {
          const theirs = await calls.reload();
          if (theirs.versionId !== saver.versionId && !saver.getState().hasUnsavedChanges) {
            notify.info('The workflow was changed elsewhere; this is how it stands now.');
          }
          return follow(theirs);
        });
      },
      readTheirs: () => calls.reload(),
      async takeTheirs() {
        const theirs = await calls.reload();
        if (theirs.isActive) return adopt(theirs);
        // A change like any other, so that undo brings back what was here.
        store.change(theirs.steps);
        saver.adopt(theirs.versionId);
        notify.info('This is the saved workflow. Undo brings yours back.');
      },
      async overwriteTheirs() {
        let theirs = await calls.reload();
        if (theirs.isActive) theirs = (await calls.setActive(false)).workflow;
        store.setReadOnly(false);
        await saver.overwrite(theirs.versionId);
        notify.success('Workflow Saved');
      },
    };
  }, [calls, notify, saver, store]);

  useEffect(() => {
    const follow = () => {
      saver.setAutomatic(!store.getState().isReadOnly);
      saver.noteChange();
    };
    follow();
    return store.subscribe(follow);
  }, [saver, store]);

  useEffect(() => {
    let { offset, zoom } = store.getState();
    return store.subscribe(() => {
      const next = store.getState();
      if (next.offset === offset && next.zoom === zoom) return;
      ({ offset, zoom } = next);
      keepView(localStorage, workflow.id, { offset, zoom });
    });
  }, [store, workflow.id]);

  // A failure is told once; the line beside the title keeps saying it.
  useEffect(() => {
    let phase = saver.getState().phase;
    return saver.subscribe(() => {
      const next = saver.getState();
      const isNews = next.phase === 'failed' && phase !== 'failed';
      phase = next.phase === 'saving' ? phase : next.phase;
      if (isNews) notify.error(SAVE_FAILED);
    });
  }, [notify, saver]);

  useEffect(() => {
    window.addEventListener('online', saver.retry);
    return () => {
      window.removeEventListener('online', saver.retry);
      saver.dispose();
      store.dispose();
    };
  }, [saver, store]);

  // Somebody comes back to a tab in which nothing is unsaved: it goes on from what was saved elsewhere meanwhile.
  useEffect(() => {
    async function catchUp() {
      const { phase, hasUnsavedChanges } = saver.getState();
      if (document.visibilityState !== 'visible' || phase !== 'idle' || hasUnsavedChanges) return;
      await saving.catchUp().catch(() => undefined);
    }
    document.addEventListener('visibilitychange', catchUp);
    return () => document.removeEventListener('visibilitychange', catchUp);
  }, [saver, saving]);

  useEffect(() => guardLeaving(() => saver.getState().hasUnsavedChanges, LEAVE_QUESTION), [guardLeaving, saver]);

  useKeptDraft({
    userId: user?.id ?? '',
    workflowId: workflow.id,
    editor,
    store,
    saver,
    isSignedIn: () => session.getUser() !== null,
    onBroughtBack: () => notify.info('Changes that were not saved last time were brought back. Undo takes them away again.'),
  });

  return { store, saving };
}

/** Why the last save failed, for a person. */
export function reasonOf(error: unknown): string {
  return isApiError(error) ? messageOf(error) : 'The server cannot be reached.';
}
