import { useSyncExternalStore } from 'react';

/** Below this width the sidebar would take too much of the page; it then opens over it. */
const query = matchMedia('(max-width: 960px)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
