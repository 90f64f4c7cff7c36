import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { CommandMenuProps } from './command-menu.tsx';

const MODAL = 'dialog:modal, .react-aria-ModalOverlay, [role="alertdialog"], [role="dialog"][aria-modal="true"]';

let Loaded: ComponentType<CommandMenuProps> | undefined;

/** The command menu and its shortcut, Ctrl+K or Command+K. Its code loads when first needed. */
export function useCommandMenu(): { open: () => void; element: ReactNode } {
  const [isWanted, setIsWanted] = useState(false);
  const [, setIsLoaded] = useState(Loaded !== undefined);

  const open = useCallback(() => {
    setIsWanted(true);
    if (Loaded) return;
    import('./command-menu.tsx').then(
      ({ CommandMenu }) => {
        Loaded = CommandMenu;
        setIsLoaded(true);
      },
      // The next press of the shortcut tries again.
      () => setIsWanted(false),
    );
  }, []);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const isKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';
      // A dialog that asks something has to be answered first.
      if (!isKey || document.querySelector(MODAL)) return;
      event.preventDefault();
      event.stopPropagation();
      open();
    }
    // Runs before fields and editors that use the key themselves.
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [open]);

  return { open, element: isWanted && Loaded ? <Loaded onClose={() => setIsWanted(false)} /> : null };
}
