import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Letters measured at once, so that their width comes out exact. */
const SAMPLE = 50;
const BEFORE_MEASURED = 80;

/** How many letters of its fixed-width type fit beside each other in an element. */
export function useColumns(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(BEFORE_MEASURED);
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
