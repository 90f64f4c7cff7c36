import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element's content is wider than the element: then it scrolls, and must be reachable by keyboard. */
export function useOverflow<Element extends HTMLElement>(): [RefObject<Element | null>, boolean] {
  const element = useRef<Element>(null);
  const [isOverflowing, setIsOverflowing] = useState(false);
  useEffect(() => {
    const outside = element.current;
    if (!outside) return;
    const measure = () => setIsOverflowing(outside.scrollWidth > outside.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(outside);
    if (outside.firstElementChild) observer.observe(outside.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return [element, isOverflowing];
}
