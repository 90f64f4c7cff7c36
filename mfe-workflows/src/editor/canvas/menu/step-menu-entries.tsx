import { canAddNote, canCopy, canDelete, canDeleteConditionGroup, canMove, getPositionAfter, type WorkflowStep } from '@portage/workflow';
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
import { lastCopied, textOfCopied } from '../clipboard.ts';
import type { Dragging } from '../dragging.ts';
import type { FlowContextValue } from '../flow-context.tsx';
import { canFold } from '../folding/folding.ts';
import { shortcutText } from '../keys/shortcuts.ts';
import { noSelection } from '../selection/selection.ts';
import type { FloatingMenuEntry } from './floating-menu.tsx';

/** Actions that the canvas confirms first, or that concern the whole page. */
export interface StepMenuHandlers {
  onDelete: (stepId: string) => void;
  onDeleteGroup: (stepId: string, groupIndex: number) => void;
  onPaste: () => void;
}

export interface MenuTarget {
  key: string;
  step: WorkflowStep;
  /** Null for the step itself. */
  groupIndex: number | null;
  flow: FlowContextValue;
  dragging: Dragging;
  tries: readonly FloatingMenuEntry[];
}

export function stepMenuEntries(target: MenuTarget, handlers: StepMenuHandlers): FloatingMenuEntry[] {
  const { step, groupIndex, tries, flow } = target;
  if (!flow.store.getState().isEditable) return [open(target), ...(groupIndex === null ? tries : []), ...fold(target)];
  if (groupIndex === null) return entriesOfStep(target, handlers);
  const common = [open(target), add(target), paste(target, handlers)];
  // An error path has no such entry: its step's option removes it.
  return step.type === 'Branch' ? [...common, deleteGroup(target, groupIndex, handlers)] : common;
}

function entriesOfStep(target: MenuTarget, handlers: StepMenuHandlers): FloatingMenuEntry[] {
  return [
    open(target),
    add(target),
    ...target.tries,
    ...carry(target),
    ...clipboard(target),
    paste(target, handlers),
    addNote(target),
    ...fold(target),
    ...hide(target),
    deleteStep(target, handlers),
  ];
}

function open({ flow, step, groupIndex }: MenuTarget): FloatingMenuEntry {
  return {
    id: 'open',
    label: 'Open',
    icon: <PanelRight aria-hidden />,
    keys: 'Enter',
    onAction: () => flow.actions.open(step.clientId ?? step.stepId, step.type === 'Branch' ? groupIndex : null),
  };
}

function add({ flow, step, groupIndex }: MenuTarget): FloatingMenuEntry {
  const { steps } = flow.store.getState();
  const { stepId } = step;
  const place = groupIndex === null ? getPositionAfter(steps, stepId) : ({ kind: 'group', stepId, groupIndex } as const);
  return {
    id: 'add',
    label: groupIndex === null ? 'Add a step after' : 'Add a step here',
    icon: <Plus aria-hidden />,
    keys: 'A',
    isFirst: true,
    onAction: () => flow.store.set({ adding: place }),
  };
}

function carry({ key, flow, step: { stepId }, dragging }: MenuTarget): FloatingMenuEntry[] {
  const { steps } = flow.store.getState();
  const carried = { kind: 'step', key, stepId } as const;
  return [
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
      isDisabled: !canCopy(steps, stepId),
      onAction: () => dragging.takeUp({ ...carried, isCopy: true }),
    },
  ];
}

function clipboard({ key, flow, step: { stepId } }: MenuTarget): FloatingMenuEntry[] {
  const { store, actions } = flow;
  const isDisabled = !canCopy(store.getState().steps, stepId);
  return [
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: <CopyPlus aria-hidden />,
      keys: shortcutText('mod+D'),
      isDisabled,
      onAction: () => actions.duplicate(stepId),
    },
    {
      id: 'copy',
      label: 'Copy',
      icon: <Copy aria-hidden />,
      keys: shortcutText('mod+C'),
      isFirst: true,
      isDisabled,
      onAction: () => {
        const copied = actions.copied(key);
        // Other tabs read the system's clipboard. Without permission, pasting still works in this tab.
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
      isDisabled,
      onAction: () => {
        actions.copied(key);
        store.set({ cut: new Set([key]) });
        actions.focus(key, { reveal: true });
      },
    },
  ];
}

function paste({ flow }: MenuTarget, { onPaste }: StepMenuHandlers): FloatingMenuEntry {
  return {
    id: 'paste',
    label: 'Paste',
    icon: <ClipboardPaste aria-hidden />,
    keys: shortcutText('mod+V'),
    isDisabled: lastCopied() === null && flow.store.getState().cut.size === 0,
    onAction: onPaste,
  };
}

function addNote({ key, flow, step }: MenuTarget): FloatingMenuEntry {
  return {
    id: 'note',
    label: 'Add a note',
    icon: <StickyNote aria-hidden />,
    keys: 'N',
    isFirst: true,
    isDisabled: !canAddNote(flow.store.getState().steps, step),
    onAction: () => flow.noting.add(key),
  };
}

function fold({ key, flow, step, groupIndex }: MenuTarget): FloatingMenuEntry[] {
  const { steps, layout } = flow.store.getState();
  if (groupIndex !== null || !canFold(steps, step.stepId)) return [];
  const isFolded = layout.folds.has(key);
  return [
    {
      id: 'fold',
      label: isFolded ? 'Unfold' : 'Fold',
      icon: isFolded ? <UnfoldVertical aria-hidden /> : <FoldVertical aria-hidden />,
      keys: 'C',
      onAction: () => flow.folding.toggle(key),
    },
  ];
}

function hide({ key, flow, step }: MenuTarget): FloatingMenuEntry[] {
  if (!flow.store.getState().showsHidden) return [];
  return [
    {
      id: 'hide',
      label: step.isHiddenFromCustomer ? 'Show to customer' : 'Hide from customer',
      icon: step.isHiddenFromCustomer ? <Eye aria-hidden /> : <EyeOff aria-hidden />,
      isFirst: true,
      onAction: () => flow.actions.toggleHidden(key),
    },
  ];
}

function deleteGroup({ step }: MenuTarget, groupIndex: number, { onDeleteGroup }: StepMenuHandlers): FloatingMenuEntry {
  return {
    id: 'delete',
    label: 'Delete condition',
    icon: <Trash2 aria-hidden />,
    isDanger: true,
    isFirst: true,
    isDisabled: !canDeleteConditionGroup(step),
    onAction: () => onDeleteGroup(step.stepId, groupIndex),
  };
}

function deleteStep({ flow, step: { stepId } }: MenuTarget, { onDelete }: StepMenuHandlers): FloatingMenuEntry {
  return {
    id: 'delete',
    label: 'Delete',
    icon: <Trash2 aria-hidden />,
    keys: 'Del',
    isDanger: true,
    isFirst: true,
    isDisabled: !canDelete(flow.store.getState().steps, stepId),
    onAction: () => onDelete(stepId),
  };
}
