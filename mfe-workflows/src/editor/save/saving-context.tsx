import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Workflow, WorkflowDraft } from '../../api-types.ts';
import type { Edited } from './edited.ts';
import type { SavingState } from './saver.ts';
import type { WorkflowInfo } from './use-workflow.ts';

export interface Saving {
  /** Saves by hand, with its toasts (spec EDIT-63, EDIT-65, EDIT-66). @returns false if it failed; the person has seen the message. */
  save(): Promise<boolean>;
  /** Saves unsaved changes, without a toast for success. @returns as `save` */
  flush(): Promise<boolean>;
  /** Like `flush`, but doesn't wait if nothing is unsaved except this step, which the caller sends itself. */
  flushAround(clientId: string): Promise<boolean>;
  retry(): void;
  /** Name, description and logging (spec EDIT-04). */
  saveInfo(info: WorkflowInfo): Promise<void>;
  /** Saves first; warnings and errors become toasts (spec EDIT-48..51). @returns whether the workflow is now in that state */
  setActive(isActive: boolean): Promise<boolean>;
  /** Loads a version that was saved elsewhere, if nothing is unsaved here. */
  catchUp(): Promise<void>;
  /** Runs another change of the same workflow between saves. @param change returns the version that the next save is based on */
  between(change: () => Promise<{ versionId: string }>): Promise<void>;
  /** At a conflict: reads the workflow as the other person saved it. */
  readTheirs(): Promise<Edited>;
  /** At a conflict: drops the local steps and continues from the server's. */
  takeTheirs(): Promise<void>;
  /** At a conflict: replaces the other version. */
  overwriteTheirs(): Promise<void>;
  getState(): SavingState;
  subscribe(listener: () => void): () => void;
}

export interface OpenWorkflow {
  /** As the server has it. The edited steps are in the editor's store. */
  workflow: Workflow;
  saving: Saving;
  /** Null if the workflow itself is open. */
  draft: OpenDraft | null;
}

export interface OpenDraft {
  /** As the server has it; null until the first save. */
  saved: WorkflowDraft | null;
}

const OpenWorkflowContext = createContext<OpenWorkflow | null>(null);

export function OpenWorkflowProvider({ value, children }: { value: OpenWorkflow; children: ReactNode }) {
  return <OpenWorkflowContext value={value}>{children}</OpenWorkflowContext>;
}

/** The workflow that is open in the editor. @throws outside the editor, which is a programming error */
export function useOpenWorkflow(): Workflow {
  return useOpen().workflow;
}

/** The draft that is open in the editor; null if the workflow itself is open. */
export function useOpenDraft(): OpenDraft | null {
  return useOpen().draft;
}

export function useSaving(): Saving {
  return useOpen().saving;
}

export function useSavingState(): SavingState {
  const { subscribe, getState } = useSaving();
  return useSyncExternalStore(subscribe, getState);
}

function useOpen(): OpenWorkflow {
  const open = useContext(OpenWorkflowContext);
  if (!open) throw new Error('There is no open workflow above.');
  return open;
}
