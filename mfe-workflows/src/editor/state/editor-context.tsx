import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { EditorState, EditorStore } from './editor-state.ts';

/** For what works with an editor and without one. */
export const EditorContext = createContext<EditorStore | null>(null);

/** Provides one editor's store to everything below. */
export function EditorProvider({ store, children }: { store: EditorStore; children: ReactNode }) {
  return <EditorContext value={store}>{children}</EditorContext>;
}

/** @throws when no EditorProvider is above: a mistake of the programmer. */
export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext);
  if (!store) throw new Error('useEditorStore needs an EditorProvider above it.');
  return store;
}

/**
 * A part of the editor's state; renders again when that part changes.
 *
 * @param selector gives the same object as long as nothing changed: pick members, make none.
 */
export function useEditor<Selected>(selector: (state: EditorState) => Selected): Selected {
  const store = useEditorStore();
  const read = () => selector(store.getState());
  return useSyncExternalStore(store.subscribe, read, read);
}
