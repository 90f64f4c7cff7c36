import { type RefObject, useEffect, useRef, useState } from 'react';

const WIDTH_BEFORE_MEASURING = 640;

/** The current width of an element in whole pixels. */
export function useWidth(): [RefObject<HTMLElement | null>, number] {
  const element = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(WIDTH_BEFORE_MEASURING);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.max(1, Math.round(entry.contentRect.width))));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
