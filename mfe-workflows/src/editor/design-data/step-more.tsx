import { DropdownMenu, IconButton } from '@portage/ui';
import { EllipsisVertical } from 'lucide-react';
import type { EditorStep } from '../state/editor-state.ts';
import { useStepEntries } from './use-step-entries.tsx';

/** In the header of a step's form: the ways to test the step. */
export function StepMore({ step }: { step: EditorStep }) {
  const entries = useStepEntries()(step);
  if (entries.length === 0) return null;
  return (
    <DropdownMenu
      label="More actions"
      trigger={<IconButton label="More actions" icon={<EllipsisVertical aria-hidden />} />}
      entries={entries}
    />
  );
}
