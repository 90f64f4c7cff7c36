import type { PortageHost } from '@portage/area-kit';
import { isApiError } from '@portage/contracts';
import type { OpenEditor } from './create-editor.ts';
import type { Edited } from './edited.ts';
import type { Saving } from './saving-context.tsx';
import type { WorkflowCalls } from './use-workflow.ts';

/** Shown when a save fails for an unknown reason (spec EDIT-66). */
export const SAVE_FAILED = 'Workflow save failed.';
/** The server's code for a webhook that the connected system refused to register (spec EDIT-67). */
const NOT_AUTHORIZED_CODE = '15';
const NOT_AUTHORIZED = 'WebHook update not authorized. Please Refresh Connector.';

export function createSaving({ store, saver }: OpenEditor, calls: WorkflowCalls, notify: PortageHost['notify']): Saving {
  function adopt(theirs: Edited) {
    store.setReadOnly(theirs.isReadOnly);
    store.setHasHiddenSteps(theirs.hasHiddenSteps);
    store.replaceAll(theirs.steps);
    saver.adopt(theirs.versionId);
  }
  /** Runs a save, and reports its failure unless it is a conflict, which the page's banner reports. */
  async function reportFailureOf(save: () => Promise<void>): Promise<boolean> {
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
  /** Adopts the result of a call that reloads the workflow, which another person may just have saved. */
  function follow(read: Edited): { versionId: string } {
    store.setReadOnly(read.isReadOnly);
    if (read.versionId !== saver.versionId && !saver.getState().hasUnsavedChanges) adopt(read);
    return { versionId: saver.versionId };
  }

  return {
    getState: saver.getState,
    subscribe: saver.subscribe,
    retry: saver.retry,
    async save() {
      const isSaved = await reportFailureOf(() => saver.save());
      if (isSaved) notify.success('Workflow Saved');
      return isSaved;
    },
    flush: () => reportFailureOf(() => saver.flush()),
    async flushAround(clientId) {
      const flushing = reportFailureOf(() => saver.flush());
      return saver.getState().phase !== 'conflict' && saver.changesOnly(clientId) ? true : flushing;
    },
    async saveInfo(info) {
      if (!store.getState().isReadOnly) await saver.flush();
      await saver.between(() => calls.saveInfo(info, saver.versionId));
    },
    async setActive(isActive) {
      if (isActive && !(await reportFailureOf(() => saver.flush()))) return false;
      try {
        await saver.between(async () => {
          const { edited: read, warnings } = await calls.setActive(isActive);
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
          notify.info('The workflow was changed elsewhere; this is its current state.');
        }
        return follow(theirs);
      });
    },
    between: (change) => saver.between(change),
    readTheirs: () => calls.reload(),
    async takeTheirs() {
      const theirs = await calls.reload();
      if (theirs.isReadOnly) return adopt(theirs);
      // Made like any other change, so that undo restores what was here.
      store.change(theirs.steps);
      saver.adopt(theirs.versionId);
      notify.info('This is the saved workflow. Undo brings yours back.');
    },
    async overwriteTheirs() {
      let theirs = await calls.reload();
      if (theirs.isReadOnly) theirs = await calls.unlock();
      store.setReadOnly(false);
      await saver.overwrite(theirs.versionId);
      notify.success('Workflow Saved');
    },
  };
}
