import { TemplateDialog, useHost, useSessionUser } from '@portage/area-kit';
import { Button, color, IconButton, Inline, SplitButton, size, space } from '@portage/ui';
import { Braces, LayoutTemplate, Maximize, Play, Redo2, Save, Search, Share2, Undo2, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { isFloating } from '../focus/is-floating.ts';
import { useFormProblems } from '../panel/use-form-memory.ts';
import { useOpenDraft, useOpenWorkflow, useSaving, useSavingState } from '../save/saving-context.tsx';
import { ShareDialog } from '../share/share-dialog.tsx';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import { zoomLimits } from '../state/editor-state.ts';

const Zoom = styled.span`
  min-width: ${space(10)};
  color: ${color.muted};
  font-variant-numeric: tabular-nums;
  text-align: center;
`;
const Divider = styled.span`
  width: ${size.hairline};
  height: ${space(5)};
  background: ${color.line};
  /* The buttons behind it are on a line of their own there. */
  @media (max-width: ${size.narrow}) {
    display: none;
  }
`;
export interface DesignToolbarProps {
  onRun: () => Promise<void>;
  /** Asks for the data before it runs. */
  onRunWithData: () => Promise<void>;
}

/** Spec EDIT-19, EDIT-45, EDIT-46, EDIT-60; the validity indicator and the switch are above it. */
export function DesignToolbar({ onRun, onRunWithData }: DesignToolbarProps) {
  const saving = useSaving();
  const { phase } = useSavingState();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const hasInvalidName = useFormProblems().some(({ field }) => field === 'stepId');
  const [isSharing, setIsSharing] = useState(false);
  const isConflict = phase === 'conflict';
  const mayRun = !hasInvalidName && !isConflict;
  useRunKey(mayRun ? onRun : null);

  return (
    <>
      {/* Actions on the open step, or on its view, keep its form open. */}
      <Inline $gap={1} data-keeps-panel>
        <ZoomButtons />
        {isReadOnly ? null : <HistoryButtons />}
      </Inline>
      <Divider aria-hidden />
      <Button
        icon={<Share2 aria-hidden />}
        isDisabled={isConflict}
        onPress={async () => (isReadOnly || (await saving.flush()) ? setIsSharing(true) : undefined)}
      >
        Share
      </Button>
      <SaveButton />
      <SplitButton
        label="Run"
        variant="primary"
        icon={<Play aria-hidden />}
        isDisabled={!mayRun}
        onPress={onRun}
        entries={[{ id: 'data', label: 'Run with data', icon: <Braces aria-hidden />, onAction: onRunWithData }]}
      />
      {isSharing ? <ShareDialog onClose={() => setIsSharing(false)} /> : null}
    </>
  );
}

/** Spec EDIT-20: a dropdown for admins, with Save as Template. An active workflow can't be saved, but can become a template. */
function SaveButton() {
  const saving = useSaving();
  const workflow = useOpenWorkflow();
  const { phase } = useSavingState();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const isDraft = useOpenDraft() !== null;
  const isAdmin = useSessionUser()?.isAdmin ?? false;
  const [isNaming, setIsNaming] = useState(false);
  const isConflict = phase === 'conflict';
  const saveAsTemplate = async () => {
    if (isReadOnly || (await saving.flush())) setIsNaming(true);
  };
  const template = { id: 'template', label: 'Save as Template', icon: <LayoutTemplate aria-hidden />, onAction: saveAsTemplate };
  return (
    <>
      {isReadOnly && isAdmin ? (
        <Button icon={template.icon} onPress={saveAsTemplate}>
          {template.label}
        </Button>
      ) : isReadOnly ? null : (
        <span data-keeps-panel>
          {isAdmin && !isDraft ? (
            <SplitButton
              label="Save"
              icon={<Save aria-hidden />}
              isDisabled={isConflict}
              onPress={() => saving.save()}
              entries={[template]}
            />
          ) : (
            <Button icon={<Save aria-hidden />} isDisabled={isConflict} onPress={() => saving.save()}>
              Save
            </Button>
          )}
        </span>
      )}
      {isNaming ? (
        <TemplateDialog
          subject={{ workflowId: workflow.id, name: workflow.name, description: workflow.description }}
          onClose={() => setIsNaming(false)}
        />
      ) : null}
    </>
  );
}

/** Ctrl+Enter or Cmd+Enter is Run, anywhere in the editor except in the form of a step that can be tested. @param onRun null while nothing can run */
function useRunKey(onRun: (() => Promise<void>) | null) {
  const { notify } = useHost();
  const run = useRef(onRun);
  useEffect(() => {
    run.current = onRun;
  });
  useEffect(() => {
    let isStarting = false;
    async function onKeyDown(event: KeyboardEvent) {
      const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      // In a step's form, the same key tests the step.
      const isElsewhere =
        isFloating(event.target) || (event.target instanceof Element && event.target.closest('[data-tests-step]') !== null);
      if (!isRun || event.defaultPrevented || event.repeat || isElsewhere || isStarting || !run.current) return;
      event.preventDefault();
      event.stopPropagation();
      isStarting = true;
      await run.current().catch((error: unknown) => notify.error(error));
      isStarting = false;
    }
    // Runs before the focused card handles it as Enter.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [notify]);
}

/** Zooms in steps of a tenth between the limits (spec EDIT-70). */
function ZoomButtons() {
  const store = useEditorStore();
  const zoom = useEditor((state) => state.zoom);
  return (
    <Inline $gap={1}>
      <IconButton
        label="Zoom out"
        icon={<ZoomOut aria-hidden />}
        isDisabled={zoom <= zoomLimits.min}
        onPress={() => store.request({ kind: 'zoomOut' })}
      />
      <Zoom>{Math.round(zoom * 100)}%</Zoom>
      <IconButton
        label="Zoom in"
        icon={<ZoomIn aria-hidden />}
        isDisabled={zoom >= zoomLimits.max}
        onPress={() => store.request({ kind: 'zoomIn' })}
      />
      <IconButton label="Fit to view" icon={<Maximize aria-hidden />} onPress={() => store.request({ kind: 'fit' })} />
      <IconButton label="Search for a step" icon={<Search aria-hidden />} onPress={() => store.request({ kind: 'search' })} />
    </Inline>
  );
}

/** Undo and redo; a new edit after an undo drops what could be redone (spec EDIT-68, EDIT-69). */
function HistoryButtons() {
  const store = useEditorStore();
  const canUndo = useEditor((state) => state.canUndo);
  const canRedo = useEditor((state) => state.canRedo);
  return (
    <Inline $gap={1}>
      <IconButton label="Undo" icon={<Undo2 aria-hidden />} isDisabled={!canUndo} onPress={() => store.undo()} />
      <IconButton label="Redo" icon={<Redo2 aria-hidden />} isDisabled={!canRedo} onPress={() => store.redo()} />
    </Inline>
  );
}
