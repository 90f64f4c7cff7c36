import { useSyncExternalStore } from 'react';

let loads = 0;
const listeners = new Set<() => void>();

/** Notifies every `LoadingBoundary` that code has loaded: called in the function passed to `lazy`, once its `import()` is done. */
export function noteCodeLoad(): void {
  // Shortly after, once React has noticed it.
  void Promise.resolve().then(() => queueMicrotask(tell));
}

function tell(): void {
  loads += 1;
  for (const listener of listeners) listener();
}

/**
 * Re-renders when code has loaded. React shows what a `Suspense` waited for no sooner than 300 ms after its fallback, unless something else
 * re-renders it: that is long enough for an indicator to be drawn, which then stays 800 ms.
 */
export function useCodeLoads(): void {
  useSyncExternalStore(subscribe, () => loads);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
