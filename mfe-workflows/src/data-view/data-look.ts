import { createStore } from '@portage/primitives/store';
import { useSyncExternalStore } from 'react';

export type DataLook = 'tree' | 'table' | 'json';

const KEY = 'portage:data-look';
const looks: readonly DataLook[] = ['tree', 'table', 'json'];
const shared = createStore<DataLook>(readStored());

/** How values are shown, the same in every pane and at the next visit. */
export function useDataLook(): [DataLook, (look: DataLook) => void] {
  return [useSyncExternalStore(shared.subscribe, shared.get, shared.get), chooseLook];
}

function chooseLook(look: DataLook): void {
  shared.set(look);
  try {
    localStorage.setItem(KEY, look);
  } catch {
    // Without storage, the next visit starts with the tree.
  }
}

function readStored(): DataLook {
  try {
    const stored = localStorage.getItem(KEY);
    return looks.find((look) => look === stored) ?? 'tree';
  } catch {
    return 'tree';
  }
}
