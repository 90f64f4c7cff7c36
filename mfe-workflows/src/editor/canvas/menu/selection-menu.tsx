import { Copy, CopyPlus, Move, Scissors, SquareArrowOutUpRight, SquareDashed, Trash2 } from 'lucide-react';
import type { MenuPosition } from '../canvas-types.ts';
import { textOfCopied } from '../clipboard.ts';
import { useDragging } from '../dragging-context.ts';
import { useFlow, useFlowContext } from '../flow-context.tsx';
import { shortcutText } from '../keys/shortcuts.ts';
import { noSelection } from '../selection/selection.ts';
import { FloatingMenu, type FloatingMenuEntry } from './floating-menu.tsx';

export interface SelectionHandlers {
  onDelete: () => void;
  onExtract: () => void;
}

export function SelectionMenu({ menu, ...handlers }: SelectionHandlers & { menu: MenuPosition }) {
  const { store, actions } = useFlowContext();
  const entries = useSelectionEntries(menu.key, handlers);
  const count = useFlow((state) => state.selection.size);
  return (
    <FloatingMenu
      label={`Actions of ${count} steps`}
      at={menu}
      entries={entries}
      onClose={(isChosen) => {
        store.set({ menu: null });
        if (!isChosen) actions.focus(menu.key, { reveal: true });
      }}
    />
  );
}

/** The entries of the menu; the bar above the canvas has the same ones. @param key the selected step that is carried for all */
export function useSelectionEntries(key: string, { onDelete, onExtract }: SelectionHandlers): FloatingMenuEntry[] {
  const { store, actions, selecting } = useFlowContext();
  const dragging = useDragging();
  const carried = { kind: 'step', key, stepId: store.getState().stepByKey.get(key)?.stepId ?? '' } as const;

  function copy(isCut: boolean): void {
    const copied = selecting.copied();
    if (!copied) return;
    // Other tabs read the system's clipboard. Without permission, pasting still works in this tab.
    navigator.clipboard?.writeText(textOfCopied(copied)).catch(() => undefined);
    store.set({ cut: isCut ? store.getState().selection : noSelection });
    actions.focus(key, { reveal: true });
  }

  return [
    {
      id: 'move',
      label: 'Move to…',
      icon: <Move aria-hidden />,
      keys: 'M',
      onAction: () => dragging.takeUp({ ...carried, isCopy: false }),
    },
    { id: 'copy-to', label: 'Copy to…', icon: <CopyPlus aria-hidden />, onAction: () => dragging.takeUp({ ...carried, isCopy: true }) },
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: <CopyPlus aria-hidden />,
      keys: shortcutText('mod+D'),
      onAction: () => selecting.duplicate(),
    },
    { id: 'copy', label: 'Copy', icon: <Copy aria-hidden />, keys: shortcutText('mod+C'), isFirst: true, onAction: () => copy(false) },
    { id: 'cut', label: 'Cut', icon: <Scissors aria-hidden />, keys: shortcutText('mod+X'), onAction: () => copy(true) },
    {
      id: 'extract',
      label: 'Extract to called workflow…',
      icon: <SquareArrowOutUpRight aria-hidden />,
      isFirst: true,
      onAction: onExtract,
    },
    { id: 'clear', label: 'Let go', icon: <SquareDashed aria-hidden />, keys: 'Esc', isFirst: true, onAction: () => selecting.clear() },
    { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, keys: 'Del', isDanger: true, isFirst: true, onAction: onDelete },
  ];
}
