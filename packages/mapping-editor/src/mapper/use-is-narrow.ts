import { type RefObject, useLayoutEffect, useState } from 'react';

/** Less width has no room for two lists side by side. */
const LEAST_PX = 560;

/** Whether a box is so narrow that the mapping is one list, as on a phone. */
export function useIsNarrow(box: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setIsNarrow(element.clientWidth < LEAST_PX);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return isNarrow;
}
