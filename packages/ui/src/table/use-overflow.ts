import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element is wider inside than outside: then it scrolls, and the keyboard must be able to reach it. */
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
