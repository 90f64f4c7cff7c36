import { createStore } from '@portage/primitives/store';
import { useSyncExternalStore } from 'react';

const loads = createStore(0);

/** Notifies every `LoadingBoundary` that code has loaded: called in the function passed to `lazy`, once its `import()` is done. */
export function noteCodeLoad(): void {
  // Shortly after, once React has noticed it.
  void Promise.resolve().then(() => queueMicrotask(() => loads.set(loads.get() + 1)));
}

/**
 * Re-renders when code has loaded. React shows what a `Suspense` waited for no sooner than 300 ms after its fallback, unless something else
 * re-renders it: that is long enough for an indicator to be drawn, which then stays 800 ms.
 */
export function useCodeLoads(): void {
  useSyncExternalStore(loads.subscribe, loads.get);
}
