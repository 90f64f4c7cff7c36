import { useSyncExternalStore } from 'react';

let loads = 0;
const listeners = new Set<() => void>();

/** Tells every `LoadingBoundary` that code has come: called in the function that `lazy` takes, once its `import()` is done. */
export function noteCodeLoad(): void {
  // A moment later, when React knows of it.
  void Promise.resolve().then(() => queueMicrotask(tell));
}

function tell(): void {
  loads += 1;
  for (const listener of listeners) listener();
}

/**
 * Renders again when code has come. React shows what a `Suspense` waited for no sooner than 300 ms after its fallback, unless
 * something else renders it: that is long enough for an indicator to be drawn, which then stays 800 ms.
 */
export function useCodeLoads(): void {
  useSyncExternalStore(subscribe, () => loads);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
