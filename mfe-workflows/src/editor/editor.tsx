import { Stack, size, space, Tabs } from '@portage/ui';
import type { WorkflowStep } from '@portage/workflow';
import { useCallback, useEffect, useMemo, useState } from 'react';
import styled from 'styled-components';
import type { Workflow } from '../api-types.ts';
import { DataStorageTab } from './data-storage/data-storage-tab.tsx';
import { DesignDataProvider } from './design-data/design-data-provider.tsx';
import { PinDialogProvider } from './design-data/pin-dialog.tsx';
import { DesignTab } from './design-tab.tsx';
import { LeftDraft } from './drafts/left-draft.tsx';
import { useDraftParam } from './drafts/use-draft-place.ts';
import { EditorTitle } from './editor-title.tsx';
import { LiveStatement } from './live/live-statement.tsx';
import { RepairStrip } from './repair/repair-strip.tsx';
import { LastRunTab } from './run/last-run-tab.tsx';
import { LastRunToolbar } from './run/last-run-toolbar.tsx';
import { useRun } from './run/use-run.tsx';
import { ConflictBanner } from './save/conflict-banner.tsx';
import { type OpenDraft, OpenWorkflowProvider, useOpenDraft, useOpenWorkflow, useSaving, useSavingState } from './save/saving-context.tsx';
import { useConnectorCheck } from './save/use-connector-check.ts';
import { useWorkflowEditor } from './save/use-editor.ts';
import { SettingsTab } from './settings/settings-tab.tsx';
import { SyncDataTab } from './settings/sync-data-tab.tsx';
import { EditorProvider, useEditor, useEditorStore } from './state/editor-context.tsx';
import { type EditorTab, getWorkflowKind, listTabs } from './tabs/editor-tabs.ts';
import { type EditorTabState, useEditorTab } from './tabs/use-editor-tab.ts';
import { DesignToolbar, type DesignToolbarProps } from './toolbar/design-toolbar.tsx';
import { WorkflowState } from './toolbar/workflow-state.tsx';
import { EditorValues } from './values/index.ts';
import { VersionHistoryTab } from './version-history/version-history-tab.tsx';

/** Fills the space below the top bar, and at least what a flowchart needs. */
const Frame = styled.div`
  position: relative;
  display: flex;
  flex-direction: column;
  height: calc(100dvh - ${size.topBar});
  min-height: ${space(120)};
  padding: ${space(2)} ${space(4)};
`;

/** @param workflow as the server has it now, like the draft */
export function Editor({ workflow, draft = null }: { workflow: Workflow; draft?: OpenDraft | null }) {
  const { store, saving } = useWorkflowEditor(workflow, draft);
  const saved = draft?.saved ?? null;
  const isDraft = draft !== null;
  const open = useMemo(() => ({ workflow, saving, draft: isDraft ? { saved } : null }), [workflow, saving, isDraft, saved]);
  return (
    <EditorProvider store={store}>
      <OpenWorkflowProvider value={open}>
        <EditorValues workflowId={workflow.id}>
          <EditorViews workflow={workflow} />
        </EditorValues>
      </OpenWorkflowProvider>
    </EditorProvider>
  );
}

function EditorViews({ workflow }: { workflow: Workflow }) {
  useSaveKeys();
  useScriptCheck();
  useConnectorCheck();
  const kind = useEditor((state) => getWorkflowKind(state.steps));
  const place = useEditorTab(kind);
  const { show } = place;
  const [isLiveTold, setIsLiveTold] = useState(false);
  const [startedRunId, setStartedRunId] = useState<string | null>(null);
  const showRun = useCallback(
    (runId: string) => {
      setStartedRunId(runId);
      show('Last Run', runId);
    },
    [show],
  );
  /** Last Run, when it is opened next, shows this run. */
  const endPart = (runId: string) => {
    setStartedRunId(runId);
    show(place.tab, runId);
  };
  const { run, runWithData, dialog } = useRun(showRun);
  const labels = listTabs(kind);

  return (
    <DesignDataProvider onPartEnded={endPart} startedRunId={startedRunId} isDesigning={place.tab === 'Design'}>
      <PinDialogProvider>
        <Frame>
          <Stack $gap={2}>
            <EditorTitle canBeChanged={place.tab === 'Settings'}>
              {place.tab === 'Design' ? <WorkflowState onActivated={setIsLiveTold} /> : null}
            </EditorTitle>
            <ConflictBanner />
            <LeftDraft />
            <EndedDraft />
            <RepairStrip />
          </Stack>
          <Tabs
            label="Views of the workflow"
            isFilling
            selected={place.tab}
            onSelect={(tab) => show(tab as EditorTab)}
            actions={<Toolbar place={place} workflowId={workflow.id} onRun={run} onRunWithData={runWithData} />}
            items={labels.map((tab) => ({
              id: tab,
              label: tab,
              content: <View tab={tab} place={place} startedRunId={startedRunId} />,
            }))}
          />
          {isLiveTold && workflow.isActive && place.tab === 'Design' ? (
            <LiveStatement workflow={workflow} onClose={() => setIsLiveTold(false)} />
          ) : null}
          {dialog}
        </Frame>
      </PinDialogProvider>
    </DesignDataProvider>
  );
}

/** Saves on Ctrl+S or Cmd+S, wherever the focus is; the browser's own "save page" would be of no use. */
function useSaveKeys() {
  const { save } = useSaving();
  const store = useEditorStore();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's';
      // The flowchart has already handled the key.
      if (!isSave || event.defaultPrevented) return;
      event.preventDefault();
      if (!store.getState().isReadOnly) void save();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [save, store]);
}

interface ToolbarProps extends DesignToolbarProps {
  place: EditorTabState;
  workflowId: string;
}

function Toolbar({ place, workflowId, ...runs }: ToolbarProps) {
  switch (place.tab) {
    case 'Design':
      return <DesignToolbar {...runs} />;
    case 'Last Run':
      return (
        <LastRunToolbar
          workflowId={workflowId}
          runId={place.runId}
          onNewest={place.isNewest ? place.pin : undefined}
          onBack={() => place.show('Design')}
        />
      );
    // Version History has no toolbar (spec EDIT-22).
    case 'Version History':
    case 'Sync Data':
    case 'Settings':
    case 'Data Storage':
      return null;
    default:
      return place.tab satisfies never;
  }
}

function View({ tab, place, startedRunId }: { tab: EditorTab; place: EditorTabState; startedRunId: string | null }) {
  switch (tab) {
    case 'Design':
      return <DesignTab />;
    case 'Last Run':
      return <LastRunTab runId={place.runId} startedRunId={startedRunId} onNewest={place.pin} />;
    case 'Version History':
      return <VersionHistoryTab onRestored={() => place.show('Design')} />;
    case 'Data Storage':
      return <DataStorageTab />;
    case 'Settings':
      return <SettingsTab onDesign={() => place.show('Design')} />;
    case 'Sync Data':
      return <SyncDataTab onSettings={() => place.show('Settings')} />;
    default:
      return tab satisfies never;
  }
}

/** Leaves the draft once everything is saved, after the workflow was deactivated elsewhere. */
function EndedDraft() {
  const { isActive } = useOpenWorkflow();
  const draft = useOpenDraft();
  const { phase, hasUnsavedChanges } = useSavingState();
  const { leave } = useDraftParam();
  const isOver = draft !== null && !isActive && phase === 'idle' && !hasUnsavedChanges;
  useEffect(() => {
    if (isOver) leave();
  }, [isOver, leave]);
  return null;
}

/** Reports scripts that can't be parsed as problems. The parser loads when the first script appears. */
function useScriptCheck(): void {
  const store = useEditorStore();
  const isWanted = useEditor((state) => state.steps.some(hasScript));
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOpen = true;
    import('@portage/workflow/scripts')
      .then(({ scriptProblems }) => isOpen && store.addCheck((steps) => scriptProblems(steps)))
      // Without the parser, only activation reports it.
      .catch(() => undefined);
    return () => {
      isOpen = false;
    };
  }, [isWanted, store]);
}

function hasScript(step: WorkflowStep): boolean {
  return step.type === 'CustomScript' || (step.type === 'Branch' && step.conditionGroups.some(({ useScript }) => useScript));
}
