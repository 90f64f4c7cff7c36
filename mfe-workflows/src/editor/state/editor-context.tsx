import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { EditorState, EditorStore } from './editor-state.ts';

/** For code that works with or without an editor; otherwise use `useEditorStore`. */
export const EditorContext = createContext<EditorStore | null>(null);

export function EditorProvider({ store, children }: { store: EditorStore; children: ReactNode }) {
  return <EditorContext value={store}>{children}</EditorContext>;
}

/** @throws if no EditorProvider is above, which is a programming error */
export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext);
  if (!store) throw new Error('useEditorStore needs an EditorProvider above it.');
  return store;
}

/** Renders again when the selected part changes. @param selector picks members and creates no objects */
export function useEditor<Selected>(selector: (state: EditorState) => Selected): Selected {
  const store = useEditorStore();
  const read = () => selector(store.getState());
  return useSyncExternalStore(store.subscribe, read, read);
}
