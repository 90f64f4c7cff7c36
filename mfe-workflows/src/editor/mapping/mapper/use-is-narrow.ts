import { size } from '@portage/ui';
import { useSyncExternalStore } from 'react';

const query = typeof matchMedia === 'undefined' ? null : matchMedia(`(max-width: ${size.narrow})`);

function subscribe(listener: () => void): () => void {
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Whether the page is read on a phone: two lists side by side have no room. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query?.matches ?? false);
}
