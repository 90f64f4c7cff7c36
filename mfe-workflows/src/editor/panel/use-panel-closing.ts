import { type RefObject, useEffect } from 'react';

/** Clicks on these don't close the panel: a node opens its own step, and some controls act on the open step. */
const KEEPS_PANEL = '.react-flow__node, [data-keeps-panel], [data-value-selector]';

/** Closes a panel on Escape and on a click outside (spec STEP-08). Layers above the page have their own root and close themselves. */
export function usePanelClosing(panel: RefObject<HTMLElement | null>, close: (by: 'key' | 'click') => void): void {
  useEffect(() => {
    let isPressOutside = false;

    function isOutside(target: EventTarget | null): boolean {
      if (!(target instanceof Element) || !panel.current || panel.current.contains(target)) return false;
      return target.closest(KEEPS_PANEL) === null && findRoot(target) === findRoot(panel.current);
    }
    // The pressed element may be removed before the click, and a person may select text from inside to outside.
    const press = (event: PointerEvent) => {
      isPressOutside = isOutside(event.target);
    };
    const click = (event: MouseEvent) => {
      // The second press of a double click belongs to the first, which may just have opened this form.
      if (isPressOutside && event.detail === 1 && event.target instanceof Node && event.target.isConnected) close('click');
      isPressOutside = false;
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !panel.current) return;
      // The value selector closes first, and the form with the next press.
      if (panel.current.querySelector('[data-value-selector]')) return;
      if (event.target instanceof Element && findRoot(event.target) !== findRoot(panel.current) && event.target !== document.body) return;
      close('key');
    };
    document.addEventListener('pointerdown', press, { capture: true });
    document.addEventListener('click', click);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('pointerdown', press, { capture: true });
      document.removeEventListener('click', click);
      document.removeEventListener('keydown', key);
    };
  }, [panel, close]);
}

/** The child of the body that contains the element. */
function findRoot(element: Element): Element {
  let root = element;
  while (root.parentElement && root.parentElement !== document.body) root = root.parentElement;
  return root;
}
