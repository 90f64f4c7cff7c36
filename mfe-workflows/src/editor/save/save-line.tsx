import { Button, color, font, formatSavedAt, Inline, Spinner, space } from '@portage/ui';
import { CircleCheck, Lock, TriangleAlert } from 'lucide-react';
import styled from 'styled-components';
import { useEditor } from '../state/editor-context.tsx';
import { useOpenDraft, useOpenWorkflow, useSaving, useSavingState } from './saving-context.tsx';
import { describeSaveFailure } from './use-editor.ts';

const Line = styled(Inline)<{ $isProblem?: boolean }>`
  min-width: 0;
  color: ${({ $isProblem }) => ($isProblem ? color.danger : color.muted)};
  font-size: ${font.size.small};
  font-variant-numeric: tabular-nums;
  ${({ $isProblem = false }) => !$isProblem && 'flex: none; white-space: nowrap;'}
  svg {
    flex: none;
  }
`;

/** Shrinks before a long name does, because the switch next to it says the same. */
const ReadOnly = styled(Line)`
  flex: 0 1000000 auto;
  flex-wrap: nowrap;
  min-width: ${space(28)};
  span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;

/** The save status (spec EDIT-62, EDIT-66). @param canBeChanged something here can be changed although the steps are read-only */
export function SaveLine({ canBeChanged }: { canBeChanged: boolean }) {
  const { phase, lastSave, error, hasUnsavedChanges } = useSavingState();
  const { retry } = useSaving();
  const { isActive } = useOpenWorkflow();
  const isDraft = useOpenDraft() !== null;
  const isReadOnly = useEditor((state) => state.isReadOnly);
  switch (phase) {
    case 'saving':
      return (
        <Line role="status">
          <Spinner size="small" /> Saving...
        </Line>
      );
    case 'failed':
      return (
        <Line role="status" $isProblem title={describeSaveFailure(error)}>
          <TriangleAlert size={14} aria-hidden /> Workflow save failed. {describeSaveFailure(error)}
          <Button size="dense" onPress={retry}>
            Retry
          </Button>
        </Line>
      );
    case 'conflict':
      return (
        <Line role="status" $isProblem>
          <TriangleAlert size={14} aria-hidden /> Not saved
        </Line>
      );
    case 'idle':
      if (isReadOnly) {
        if (canBeChanged) return null;
        const words = isActive && !isDraft ? 'Read-only while it is active' : 'Read-only: it has steps that are hidden from you';
        return (
          <ReadOnly title={words}>
            <Lock size={14} aria-hidden />
            <span>{words}</span>
          </ReadOnly>
        );
      }
      if (hasUnsavedChanges) return <Line role="status">Unsaved changes</Line>;
      if (!lastSave) return <Line role="status" />;
      return (
        <Line role="status">
          <CircleCheck size={14} aria-hidden />
          {lastSave.kind === 'auto' ? 'Autosaved' : 'Saved'} {formatSavedAt(lastSave.at)}
        </Line>
      );
    default:
      return phase satisfies never;
  }
}
