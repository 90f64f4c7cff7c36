import { canAddNote, canCopy, canDelete, canDeleteConditionGroup, canMove, placeAfter } from '@portage/workflow';
import {
  ClipboardPaste,
  Copy,
  CopyPlus,
  Eye,
  EyeOff,
  FoldVertical,
  Move,
  PanelRight,
  Plus,
  Scissors,
  StickyNote,
  Trash2,
  UnfoldVertical,
} from 'lucide-react';
import { useStepEntries } from '../design-data/use-step-entries.tsx';
import { groupOf, stepKeyOf } from '../layout/node-key.ts';
import type { EditorStep } from '../state/editor-state.ts';
import { lastCopied, textOfCopied } from './clipboard.ts';
import { useDragging } from './dragging-context.ts';
import { FloatingMenu, type FloatingMenuEntry } from './floating-menu.tsx';
import { useFlow, useFlowContext } from './flow-context.tsx';
import { canFold } from './folding/folding.ts';
import { noSelection } from './selection/selection.ts';
import { SelectionMenu } from './selection/selection-menu.tsx';
import { shortcutText } from './shortcuts.ts';

export interface StepMenuProps {
  onDelete: (stepId: string) => void;
  onDeleteGroup: (stepId: string, groupIndex: number) => void;
  onDeleteSelection: () => void;
  onPaste: () => void;
}

/** The menu of a step or a condition group, opened by its button or by a right click. */
export function StepMenu({ onDelete, onDeleteGroup, onDeleteSelection, onPaste }: StepMenuProps) {
  const { store, actions, folding, noting } = useFlowContext();
  const dragging = useDragging();
  const menu = useFlow((state) => state.menu);
  const entriesOf = useStepEntries();
  if (!menu) return null;
  const { steps, stepByKey, isEditable, showsHidden, selection, cut } = store.getState();
  if (isEditable && selection.size > 1 && selection.has(menu.key)) return <SelectionMenu menu={menu} onDelete={onDeleteSelection} />;
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
    onAction: () => actions.open(step.clientId ?? stepId, step.type === 'Branch' ? groupIndex : null),
  };
  const isFolded = store.getState().layout.folds.has(key);
  const fold: FloatingMenuEntry[] =
    groupIndex === null && canFold(steps, stepId)
      ? [
          {
            id: 'fold',
            label: isFolded ? 'Unfold' : 'Fold',
            icon: isFolded ? <UnfoldVertical aria-hidden /> : <FoldVertical aria-hidden />,
            keys: 'C',
            onAction: () => folding.toggle(key),
          },
        ]
      : [];
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
    isDisabled: lastCopied() === null && cut.size === 0,
    onAction: onPaste,
  };
  const tried = entriesOf(step as EditorStep);
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
    ...tried,
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
        store.set({ cut: noSelection });
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
        store.set({ cut: new Set([key]) });
        actions.focus(key, { reveal: true });
      },
    },
    paste,
    {
      id: 'note',
      label: 'Add a note',
      icon: <StickyNote aria-hidden />,
      keys: 'N',
      isFirst: true,
      isDisabled: !canAddNote(steps, step),
      onAction: () => noting.add(key),
    },
    ...fold,
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
  // An error path goes with its step's option.
  const ofErrorPath = ofGroup.filter(({ id }) => id !== 'delete');
  const all = groupIndex === null ? ofStep : step.type === 'Branch' ? ofGroup : ofErrorPath;
  return (
    <FloatingMenu
      label={`Actions of ${stepId}`}
      at={menu}
      entries={isEditable ? all : [open, ...(groupIndex === null ? tried : []), ...fold]}
      onClose={(isChosen) => {
        store.set({ menu: null });
        if (!isChosen) actions.focus(key, { reveal: true });
      }}
    />
  );
}
