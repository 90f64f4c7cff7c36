import { createContext, useContext, useSyncExternalStore } from 'react';
import type { CanvasActions } from './canvas-actions.ts';
import type { FlowState, FlowStore } from './flow-store.ts';
import type { FoldActions } from './folding/fold-actions.ts';
import type { NoteActions } from './notes/note-actions.ts';
import type { SelectionActions } from './selection/selection-actions.ts';

export interface FlowContextValue {
  store: FlowStore;
  actions: CanvasActions;
  selecting: SelectionActions;
  folding: FoldActions;
  noting: NoteActions;
}

const FlowContext = createContext<FlowContextValue | null>(null);
export const FlowProvider = FlowContext.Provider;

/** @throws if no FlowProvider is above, which is a programming error */
export function useFlowContext(): FlowContextValue {
  const value = useContext(FlowContext);
  if (!value) throw new Error('useFlowContext needs a FlowProvider above it.');
  return value;
}

/** A part of the canvas's state; renders again when that part changes. The selector picks members and creates no objects. */
export function useFlow<Selected>(selector: (state: FlowState) => Selected): Selected {
  const { store } = useFlowContext();
  const read = () => selector(store.getState());
  return useSyncExternalStore(store.subscribe, read, read);
}
