import { useEffect, useRef, useState } from 'react';

/** Spec CONST-01. */
export const SHOW_AFTER_MS = 100;
export const SHOW_AT_LEAST_MS = 800;

/**
 * Whether to show that something is going on: not before 100 ms, so that quick work does not flicker, and then for 800 ms
 * at least (spec CONST-01, CONST-02).
 */
export function useDelayedFlag(isBusy: boolean): boolean {
  const [isShown, setIsShown] = useState(false);
  const shownAt = useRef(0);

  useEffect(() => {
    if (isBusy === isShown) return;
    const waitMs = isBusy ? SHOW_AFTER_MS : Math.max(0, shownAt.current + SHOW_AT_LEAST_MS - performance.now());
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setIsShown(isBusy);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isBusy, isShown]);

  return isShown;
}
