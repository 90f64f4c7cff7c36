import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Letters measured together, for an exact width. */
const SAMPLE = 50;

/** How many letters of its fixed-width font fit on one line of an element; null before it is measured. */
export function useColumns(): [RefObject<HTMLDivElement | null>, number | null] {
  const element = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState<number | null>(null);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const ruler = document.createElement('span');
    ruler.textContent = 'x'.repeat(SAMPLE);
    ruler.style.cssText = 'position:absolute;visibility:hidden;white-space:pre';
    box.append(ruler);
    const letterPx = ruler.getBoundingClientRect().width / SAMPLE || 8;
    ruler.remove();
    const measure = () => setColumns(Math.max(1, Math.floor(box.clientWidth / letterPx)));
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, []);
  return [element, columns];
}
