import { useHost } from '@portage/area-kit';
import { canBePinned } from '@portage/workflow';
import { Pin, PinOff, Power, PowerOff, SkipForward, StepForward } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { useDesignData } from '../state/design-data-context.ts';
import { EditorContext } from '../state/editor-context.tsx';
import type { EditorStep } from '../state/editor-state.ts';
import { switchedOffIn } from '../switched-off/switched-off-names.ts';
import { toggleStep } from '../switched-off/toggle-step.ts';
import { useOpenPin } from './pin-dialog-context.ts';

export interface StepEntry {
  id: string;
  label: string;
  icon: ReactNode;
  keys?: string;
  isFirst?: boolean;
  isDisabled?: boolean;
  onAction: () => void;
}

/** The menu entries that test a step; none outside the editor. */
export function useStepEntries(): (step: EditorStep) => StepEntry[] {
  const editor = useContext(EditorContext);
  const design = useDesignData();
  const openPin = useOpenPin();
  const { notify } = useHost();
  return (step) => {
    if (!editor || !design) return [];
    const { steps, isReadOnly } = editor.getState();
    const isOff = switchedOffIn(steps).has(step.stepId);
    const isOwn = step.isSwitchedOff === true;
    const run = (part: Parameters<typeof design.runPart>[0]) => void design.runPart(part).catch((error: unknown) => notify.error(error));
    const isPinned = design.pins.has(step.clientId);
    return [
      {
        id: 'run-up-to',
        label: 'Run up to here',
        icon: <StepForward aria-hidden />,
        isFirst: true,
        isDisabled: isOff,
        onAction: () => run({ kind: 'upTo', stepId: step.stepId }),
      },
      ...(step.type === 'Trigger'
        ? []
        : [
            {
              id: 'run-from',
              label: 'Run from here',
              icon: <SkipForward aria-hidden />,
              isDisabled: isOff || !design.runId,
              onAction: () => run({ kind: 'from', stepId: step.stepId }),
            },
          ]),
      ...(canBePinned(step)
        ? [
            {
              id: 'pin',
              label: isPinned ? 'Pinned output…' : 'Pin output…',
              icon: isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
              keys: 'P',
              onAction: () => openPin(step.clientId),
            },
          ]
        : []),
      ...(step.type === 'Trigger' || isReadOnly
        ? []
        : [
            {
              id: 'switch',
              label: isOwn ? 'Switch on' : 'Switch off',
              icon: isOwn ? <Power aria-hidden /> : <PowerOff aria-hidden />,
              keys: 'D',
              onAction: () => toggleStep(editor, step),
            },
          ]),
    ];
  };
}
