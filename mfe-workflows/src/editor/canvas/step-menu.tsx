import { canCopy, canDelete, canDeleteConditionGroup, canMove, placeAfter } from '@portage/workflow';
import { ClipboardPaste, Copy, CopyPlus, Eye, EyeOff, Move, PanelRight, Plus, Scissors, Trash2 } from 'lucide-react';
import { groupOf, stepKeyOf } from '../layout/node-key.ts';
import { lastCopied, textOfCopied } from './clipboard.ts';
import { useDragging } from './dragging-context.ts';
import { FloatingMenu, type FloatingMenuEntry } from './floating-menu.tsx';
import { useFlow, useFlowContext } from './flow-context.tsx';
import { shortcutText } from './shortcuts.ts';

export interface StepMenuProps {
  onDelete: (stepId: string) => void;
  onDeleteGroup: (stepId: string, groupIndex: number) => void;
  onPaste: () => void;
}

/** The menu of a step or a condition group, opened by its button or by a right click. */
export function StepMenu({ onDelete, onDeleteGroup, onPaste }: StepMenuProps) {
  const { store, actions } = useFlowContext();
  const dragging = useDragging();
  const menu = useFlow((state) => state.menu);
  if (!menu) return null;
  const { steps, stepByKey, isEditable, showsHidden } = store.getState();
  const { key } = menu;
  const step = stepByKey.get(stepKeyOf(key) ?? '');
  if (!step) return null;
  const { stepId } = step;
  const groupIndex = groupOf(key);

  const carried = { kind: 'step', key, stepId } as const;
  const mayCopy = isEditable && canCopy(steps, stepId);
  const open: FloatingMenuEntry = {
    id: 'open',
    label: 'Open',
    icon: <PanelRight aria-hidden />,
    keys: 'Enter',
    onAction: () => actions.open(step.clientId ?? stepId, groupIndex),
  };
  const place = groupIndex === null ? placeAfter(steps, stepId) : ({ kind: 'group', stepId, groupIndex } as const);
  const add: FloatingMenuEntry = {
    id: 'add',
    label: groupIndex === null ? 'Add a step after' : 'Add a step here',
    icon: <Plus aria-hidden />,
    keys: 'A',
    isFirst: true,
    onAction: () => store.set({ adding: place }),
  };
  const paste: FloatingMenuEntry = {
    id: 'paste',
    label: 'Paste',
    icon: <ClipboardPaste aria-hidden />,
    keys: shortcutText('mod+V'),
    isDisabled: lastCopied() === null && store.getState().cutKey === null,
    onAction: onPaste,
  };
  const ofGroup: FloatingMenuEntry[] = [
    open,
    add,
    paste,
    {
      id: 'delete',
      label: 'Delete condition',
      icon: <Trash2 aria-hidden />,
      isDanger: true,
      isFirst: true,
      isDisabled: !canDeleteConditionGroup(step),
      onAction: () => onDeleteGroup(stepId, groupIndex ?? 0),
    },
  ];
  const ofStep: FloatingMenuEntry[] = [
    open,
    add,
    {
      id: 'move',
      label: 'Move to…',
      icon: <Move aria-hidden />,
      isFirst: true,
      isDisabled: !canMove(steps, stepId),
      onAction: () => dragging.takeUp({ ...carried, isCopy: false }),
    },
    {
      id: 'copy-to',
      label: 'Copy to…',
      icon: <CopyPlus aria-hidden />,
      isDisabled: !mayCopy,
      onAction: () => dragging.takeUp({ ...carried, isCopy: true }),
    },
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: <CopyPlus aria-hidden />,
      keys: shortcutText('mod+D'),
      isDisabled: !mayCopy,
      onAction: () => actions.duplicate(stepId),
    },
    {
      id: 'copy',
      label: 'Copy',
      icon: <Copy aria-hidden />,
      keys: shortcutText('mod+C'),
      isFirst: true,
      isDisabled: !mayCopy,
      onAction: () => {
        const copied = actions.copied(key);
        // The clipboard of the system is for other tabs; without its permission this tab can paste all the same.
        if (copied) navigator.clipboard?.writeText(textOfCopied(copied)).catch(() => undefined);
        store.set({ cutKey: null });
        actions.focus(key, { reveal: true });
      },
    },
    {
      id: 'cut',
      label: 'Cut',
      icon: <Scissors aria-hidden />,
      keys: shortcutText('mod+X'),
      isDisabled: !mayCopy,
      onAction: () => {
        actions.copied(key);
        store.set({ cutKey: key });
        actions.focus(key, { reveal: true });
      },
    },
    paste,
    ...(showsHidden && isEditable
      ? [
          {
            id: 'hide',
            label: step.isHiddenFromCustomer ? 'Show to customer' : 'Hide from customer',
            icon: step.isHiddenFromCustomer ? <Eye aria-hidden /> : <EyeOff aria-hidden />,
            isFirst: true,
            onAction: () => actions.toggleHidden(key),
          },
        ]
      : []),
    {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 aria-hidden />,
      keys: 'Del',
      isDanger: true,
      isFirst: true,
      isDisabled: !canDelete(steps, stepId),
      onAction: () => onDelete(stepId),
    },
  ];
  const all = groupIndex === null ? ofStep : ofGroup;
  return (
    <FloatingMenu
      label={`Actions of ${stepId}`}
      at={menu}
      entries={isEditable ? all : [open]}
      onClose={(isChosen) => {
        store.set({ menu: null });
        if (!isChosen) actions.focus(key, { reveal: true });
      }}
    />
  );
}
