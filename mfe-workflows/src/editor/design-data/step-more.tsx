import { DropdownMenu, IconButton } from '@portage/ui';
import { EllipsisVertical } from 'lucide-react';
import type { EditorStep } from '../state/editor-state.ts';
import { useStepEntries } from './use-step-entries.tsx';

/** The menu in the header of a step's form with the ways to test it. */
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
