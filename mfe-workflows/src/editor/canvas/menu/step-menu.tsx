import { useStepEntries } from '../../design-data/use-step-entries.tsx';
import { getGroupIndex, getStepKey } from '../../layout/node-key.ts';
import type { EditorStep } from '../../state/editor-state.ts';
import { useDragging } from '../dragging-context.ts';
import { useFlow, useFlowContext } from '../flow-context.tsx';
import { FloatingMenu } from './floating-menu.tsx';
import { type SelectionHandlers, SelectionMenu } from './selection-menu.tsx';
import { type StepMenuHandlers, stepMenuEntries } from './step-menu-entries.tsx';

export interface StepMenuProps extends StepMenuHandlers {
  selectionHandlers: SelectionHandlers;
}

export function StepMenu({ selectionHandlers, ...handlers }: StepMenuProps) {
  const flow = useFlowContext();
  const dragging = useDragging();
  const menu = useFlow((state) => state.menu);
  const triesOf = useStepEntries();
  if (!menu) return null;
  const { key } = menu;
  const { stepByKey, isEditable, selection } = flow.store.getState();
  if (isEditable && selection.size > 1 && selection.has(key)) return <SelectionMenu menu={menu} {...selectionHandlers} />;
  const step = stepByKey.get(getStepKey(key) ?? '');
  if (!step) return null;
  const target = { key, step, groupIndex: getGroupIndex(key), flow, dragging, tries: triesOf(step as EditorStep) };
  return (
    <FloatingMenu
      label={`Actions of ${step.stepId}`}
      at={menu}
      entries={stepMenuEntries(target, handlers)}
      onClose={(isChosen) => {
        flow.store.set({ menu: null });
        if (!isChosen) flow.actions.focus(key, { reveal: true });
      }}
    />
  );
}
