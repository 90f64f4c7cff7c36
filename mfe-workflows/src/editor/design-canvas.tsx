import { useHost } from '@portage/area-kit';
import type { WorkflowStep } from '@portage/workflow';
import type { ReactFlowInstance, Viewport } from '@xyflow/react';
import { type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type CanvasActions, createCanvasActions } from './canvas/canvas-actions.ts';
import type { CanvasMode, StatusOf } from './canvas/canvas-types.ts';
import { CanvasFrame, ChartArea } from './canvas/chart-style.ts';
import { DragGhost, type GhostHandle } from './canvas/drag-ghost.tsx';
import { createDragging } from './canvas/dragging.ts';
import { DraggingProvider } from './canvas/dragging-context.ts';
import { useExtraction } from './canvas/extraction/use-extraction.tsx';
import { FlowProvider, useFlow, useFlowContext } from './canvas/flow-context.tsx';
import type { FlowNode } from './canvas/flow-nodes.ts';
import { createFlowStore } from './canvas/flow-store.ts';
import { unfoldAround } from './canvas/folding/fold-actions.ts';
import { useFolding } from './canvas/folding/use-folding.ts';
import { ShortcutsDialog } from './canvas/keys/shortcuts-dialog.tsx';
import { StepMenu } from './canvas/menu/step-menu.tsx';
import { StepSearch } from './canvas/menu/step-search.tsx';
import { useCalledNames } from './canvas/names/called-names.ts';
import { useOperationNames } from './canvas/names/operation-names.ts';
import { createNoteActions } from './canvas/notes/note-actions.ts';
import { useRubberBand } from './canvas/selection/rubber-band.tsx';
import { createSelectionActions } from './canvas/selection/selection-actions.ts';
import { useSelectionDeletion } from './canvas/selection/use-selection-deletion.tsx';
import { SelectionBar } from './canvas/selection-bar.tsx';
import { useClipboard } from './canvas/use-clipboard.ts';
import { useDeletion } from './canvas/use-deletion.tsx';
import { useEditorInFlow } from './canvas/use-editor-in-flow.ts';
import { useKeys } from './canvas/use-keys.ts';
import { CanvasControls, CarryHint } from './canvas/view/canvas-controls.tsx';
import { ChartInArea } from './canvas/view/chart-in-area.tsx';
import { useCanvasViewport } from './canvas/view/use-canvas-viewport.ts';
import { useStepKey } from './design-data/use-step-key.ts';
import { getStepKey } from './layout/node-key.ts';
import { NewStepDialog } from './palette/new-step-dialog.tsx';
import { Palette } from './palette/palette.tsx';
import { EditorContext } from './state/editor-context.tsx';

export interface DesignCanvasProps {
  mode: CanvasMode;
  /** Passed in the modes `run` and `version`; the designer shows the editor's steps. */
  steps?: readonly WorkflowStep[] | undefined;
  /** The state of a step in the run (mode `run`). A new function means new states. */
  statusOf?: StatusOf | undefined;
  /** Called when a step or one of its condition groups is selected; the designer also opens its form by itself. */
  onOpenStep?: ((step: WorkflowStep, groupIndex: number | null) => void) | undefined;
  /** The step to mark as open in the modes `run` and `version`. */
  openStepId?: string | null | undefined;
  /** Called on Ctrl+S. */
  onSave?: (() => void) | undefined;
  /** Shows hidden steps in the modes `run` and `version` (spec EDIT-78). */
  showsHidden?: boolean | undefined;
  /** Shown above the canvas, such as the form of the open step. */
  children?: ReactNode;
}

/** A workflow's flowchart: edited (`design`, needs an EditorProvider above), colored by a run (`run`), or read-only (`version`). */
export function DesignCanvas(props: DesignCanvasProps) {
  const { mode, steps: given, statusOf, onOpenStep, openStepId = null, onSave, showsHidden = false, children } = props;
  const { notify } = useHost();
  const context = useContext(EditorContext);
  const editor = mode === 'design' ? context : null;
  const [flow] = useState(() => {
    const state = editor?.getState();
    return createFlowStore(mode, state?.steps ?? given ?? [], state?.isImpersonating ?? showsHidden);
  });
  const chart = useRef<ReactFlowInstance<FlowNode> | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const ghost = useRef<GhostHandle>(null);
  const openStep = useRef(onOpenStep);
  openStep.current = onOpenStep;

  const { actions, selecting, dragging } = useMemo(() => {
    const made: CanvasActions = createCanvasActions({
      flow,
      editor,
      onOpen: (step, groupIndex, isNew) => {
        editor?.open(step.clientId ?? null, groupIndex, { isNew });
        openStep.current?.(step, groupIndex);
      },
    });
    const chosen = createSelectionActions({ flow, editor, actions: made, notify });
    const settings = { flow, actions: made, selecting: chosen, chart: () => chart.current, area: () => area.current };
    return { actions: made, selecting: chosen, dragging: createDragging({ ...settings, showGhost: (at) => ghost.current?.show(at) }) };
  }, [flow, editor, notify]);
  const folding = useFolding(flow, actions);
  const noting = useMemo(
    () => createNoteActions({ flow, editor, actions, notify, chart: () => chart.current, area: () => area.current }),
    [flow, editor, actions, notify],
  );
  const value = useMemo(() => ({ store: flow, actions, selecting, folding, noting }), [flow, actions, selecting, folding, noting]);

  useEditorInFlow(flow, editor);
  useEffect(() => {
    if (editor) return;
    flow.setShowsHidden(showsHidden);
    if (given) flow.setSteps(given);
  }, [editor, flow, given, showsHidden]);
  useEffect(() => flow.set({ statusOf: statusOf ?? null }), [flow, statusOf]);
  useEffect(() => {
    const open = editor ? undefined : flow.getState().steps.find((step) => step.stepId === openStepId);
    const key = open?.clientId ?? open?.stepId ?? null;
    if (!editor) flow.set({ openKey: key });
    if (key !== null) unfoldAround(flow, key);
  }, [editor, flow, openStepId]);

  const { request, onChartReady } = useCanvasViewport({ flow, editor, actions, chart, area });
  const { askToDelete, askToDeleteGroup, question } = useDeletion({ flow, editor, actions });
  const { askToDeleteSelection, selectionQuestion } = useSelectionDeletion({ flow, selecting, actions });
  const { askToExtract, extractionDialog } = useExtraction({ flow, editor, actions });
  const selectionHandlers = { onDelete: askToDeleteSelection, onExtract: askToExtract };
  const rubberBand = useRubberBand({ flow, selecting, chart });
  const clipboard = useClipboard({ flow, actions, selecting, notify });
  const onKeyDown = useKeys({
    flow,
    actions,
    dragging,
    selecting,
    folding,
    noting,
    request,
    undo: () => editor?.undo(),
    redo: () => editor?.redo(),
    save: onSave,
    onDelete: askToDelete,
    onDeleteGroup: askToDeleteGroup,
    onDeleteSelection: askToDeleteSelection,
    onStepKey: useStepKey(),
  });

  const [kept] = useState(() => {
    const state = editor?.getState();
    return state && (state.offset.x !== 0 || state.offset.y !== 0) ? { ...state.offset, zoom: state.zoom } : null;
  });
  const onMoved = useCallback(({ x, y, zoom }: Viewport) => editor?.setViewport({ x, y }, zoom), [editor]);
  const onPaneClick = useCallback(() => {
    if (flow.getState().carry?.by === 'keys') dragging.cancel();
    selecting.clear();
  }, [flow, dragging, selecting]);

  const onReady = useCallback(() => {
    onChartReady();
    // A person who opens a workflow wants its steps first. If another element already has the focus, it keeps it.
    if (!editor || document.activeElement !== document.body) return;
    // The person didn't ask for this focus, so its ring shows only after a key is pressed.
    area.current?.toggleAttribute('data-focus-on-load', true);
    area.current?.focus({ preventScroll: true });
  }, [editor, onChartReady]);

  return (
    <FlowProvider value={value}>
      <DraggingProvider value={dragging}>
        <CanvasFrame>
          {editor ? <Palette /> : null}
          <ChartArea
            ref={area}
            role="group"
            aria-label="Flowchart"
            aria-description="Arrow keys move through the flow, Enter opens a step, and a question mark shows all keys."
            tabIndex={0}
            data-flowchart
            onBlur={(event) => {
              event.currentTarget.removeAttribute('data-focus-on-load');
              if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.tabIndex = 0;
            }}
            onFocus={(event) => {
              // While the focus is inside, Shift+Tab must be able to leave past this element.
              event.currentTarget.tabIndex = -1;
              if (event.target !== event.currentTarget) return;
              const { focusKey, layout, stepByKey } = flow.getState();
              const isThere = focusKey !== null && stepByKey.has(getStepKey(focusKey) ?? '');
              // Tab moves to a step. If a card out of view lost the focus, the canvas keeps it.
              if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) {
                actions.focus(isThere ? focusKey : (layout.cards[0]?.key ?? null), { reveal: true });
              }
            }}
            onKeyDown={(event) => {
              event.currentTarget.removeAttribute('data-focus-on-load');
              onKeyDown(event);
            }}
            {...clipboard.handlers}
            {...rubberBand.handlers}
          >
            <ChartInArea area={area} chart={chart} kept={kept} onMoved={onMoved} onPaneClick={onPaneClick} onReady={onReady} />
            <ReferencedNamesLoader />
            <StepSearch />
            <CanvasControls request={request} />
            <CarryHint />
            <SelectionBar {...selectionHandlers} />
            {rubberBand.element}
          </ChartArea>
          {children}
        </CanvasFrame>
        <StepMenu onDelete={askToDelete} onDeleteGroup={askToDeleteGroup} selectionHandlers={selectionHandlers} onPaste={clipboard.paste} />
        {editor ? <NewStepDialog /> : null}
        <ShortcutsDialog />
        <DragGhost handle={ghost} />
        {question}
        {selectionQuestion}
        {extractionDialog}
      </DraggingProvider>
    </FlowProvider>
  );
}

function ReferencedNamesLoader() {
  const { store } = useFlowContext();
  const steps = useFlow((state) => state.steps);
  const called = useCalledNames(steps);
  const operations = useOperationNames(steps);
  useEffect(() => {
    store.set({ knownNames: new Map([...called, ...operations]) });
  }, [store, called, operations]);
  return null;
}
