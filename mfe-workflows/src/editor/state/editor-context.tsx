import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { EditorState, EditorStore } from './editor-state.ts';

/** For code that works with and without an editor. */
export const EditorContext = createContext<EditorStore | null>(null);

/** Provides one editor's store to everything below. */
export function EditorProvider({ store, children }: { store: EditorStore; children: ReactNode }) {
  return <EditorContext value={store}>{children}</EditorContext>;
}

/** @throws if there is no EditorProvider above: a programming error. */
export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext);
  if (!store) throw new Error('useEditorStore needs an EditorProvider above it.');
  return store;
}

/**
 * A part of the editor's state; renders again when that part changes.
 *
 * @param selector returns the same object while nothing changed: pick members, create none.
 */
export function useEditor<Selected>(selector: (state: EditorState) => Selected): Selected {
  const store = useEditorStore();
  const read = () => selector(store.getState());
  return useSyncExternalStore(store.subscribe, read, read);
}
