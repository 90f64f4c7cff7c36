import { type RefObject, useEffect, useState } from 'react';

/** Links, fields and selected text keep the browser's own menu. */
function keepsBrowserMenu({ target, shiftKey }: MouseEvent): boolean {
  if (shiftKey || getSelection()?.isCollapsed === false) return true;
  return target instanceof Element && target.closest('a, input, textarea') !== null;
}

export interface ContextMenu {
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  /** Where it was opened by a right click; null: it was opened by its button. */
  pointer: DOMRect | null;
}

/** The state of a menu that opens with a button and, if the button is in a table row, by a right click on the row. */
export function useContextMenu(button: RefObject<HTMLElement | null>): ContextMenu {
  const [isOpen, setIsOpen] = useState(false);
  const [pointer, setPointer] = useState<DOMRect | null>(null);
  useEffect(() => {
    const row = button.current?.closest('tr');
    if (!row) return;
    const open = (event: MouseEvent) => {
      if (keepsBrowserMenu(event)) return;
      event.preventDefault();
      setPointer(new DOMRect(event.clientX, event.clientY, 0, 0));
      setIsOpen(true);
    };
    row.addEventListener('contextmenu', open);
    return () => row.removeEventListener('contextmenu', open);
  }, [button]);
  return {
    isOpen,
    setIsOpen: (next) => {
      if (next) setPointer(null);
      setIsOpen(next);
    },
    pointer,
  };
}
