import { type RefObject, useEffect, useRef } from 'react';
import { findPanel } from './use-pane-layout.ts';

/** Controls that open with Alt and an arrow key, or have their own use for it. */
const OWN_ARROWS = '[role="combobox"], [aria-haspopup], select, .monaco-editor, [role="tree"], [role="grid"]';

interface PaneKeys {
  /** Null if the step can't be tested. */
  test: (() => void) | null;
  go: (by: 1 | -1) => void;
}

/** Keys of the open step: Ctrl+Enter tests it, Alt and an arrow key open the next one or the one before. */
export function usePaneKeys(panes: RefObject<HTMLElement | null>, keys: PaneKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
      if (event.repeat || shiftKey || event.defaultPrevented || !(target instanceof Element)) return;
      const isInside = findPanel(panes.current)?.contains(target) === true;
      if (key === 'Enter' && (ctrlKey || metaKey) && !altKey && isInside && latest.current.test) latest.current.test();
      else if (altKey && !ctrlKey && !metaKey && (key === 'ArrowDown' || key === 'ArrowUp') && isFree(target, isInside)) {
        latest.current.go(key === 'ArrowDown' ? 1 : -1);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    }
    // Runs before the code editor, which has its own use for these keys.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [panes]);
}

function isFree(target: Element, isInside: boolean): boolean {
  return isInside ? target.closest(OWN_ARROWS) === null : target.matches('body, [data-flowchart], [data-flowchart] *');
}
