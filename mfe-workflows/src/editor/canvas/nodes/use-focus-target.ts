import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useFlow, useFlowContext } from '../flow-context.tsx';

/** The last focus request that each canvas has fulfilled: a card that comes into view again must not take the focus. */
const fulfilled = new WeakMap<object, number>();

/** Focuses an element when the arrow keys reach `key`. If the element leaves the view, its canvas takes the focus. */
export function useFocusTarget(key: string, element: RefObject<HTMLElement | null>): void {
  const { store } = useFlowContext();
  const request = useFlow((state) => (state.focusKey === key ? state.focusRequest : 0));
  useEffect(() => {
    if (request === 0 || (fulfilled.get(store) ?? 0) >= request) return;
    fulfilled.set(store, request);
    element.current?.focus({ preventScroll: true });
  }, [request, store, element]);
  useLayoutEffect(() => {
    const shown = element.current;
    return () => {
      if (shown && shown === document.activeElement) shown.closest<HTMLElement>('[data-flowchart]')?.focus({ preventScroll: true });
    };
  }, [element]);
}
