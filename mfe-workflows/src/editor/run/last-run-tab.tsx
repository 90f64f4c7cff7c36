import {
  Banner,
  Button,
  color,
  EmptyState,
  FailedRead,
  font,
  IconButton,
  Inline,
  LinkButton,
  layer,
  size,
  space,
  useLoaded,
} from '@portage/ui';
import type { WorkflowStep } from '@portage/workflow';
import { ExternalLink, GitCompareArrows, Play, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import styled from 'styled-components';
import type { RunInstance } from '../../api-types.ts';
import { useComparison } from '../../run-view/comparison/use-comparison.tsx';
import { RunFailure } from '../../run-view/run-failure.tsx';
import { RunStatusLine } from '../../run-view/run-status-line.tsx';
import { RunTitle } from '../../run-view/run-title.tsx';
import { useNow } from '../../run-view/use-now.ts';
import { WaitingBanner } from '../../run-view/waiting-banner.tsx';
import { useRunActions } from '../../runs/run-actions.tsx';
import { RunButtons } from '../../runs/run-buttons.tsx';
import { useLiveRun } from '../../runs/run-queries.ts';
import { useVersion } from '../../runs/use-version.ts';
import type { StatusOf } from '../canvas/canvas-types.ts';
import { UseOfRun } from '../design-data/use-of-run.tsx';
import { FlowPicture } from '../flow-picture.tsx';
import { whenDialogsClosed } from '../focus/when-dialogs-closed.ts';
import { useOpenDraft, useOpenWorkflow } from '../save/saving-context.tsx';
import { useEditor } from '../state/editor-context.tsx';
import { computeStepStates, useRunGroups } from './run-states.ts';
import { StepTurns } from './step-turns.tsx';
import { useShownRun } from './use-shown-run.ts';

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  height: 100%;
`;
const Body = styled.div`
  position: relative;
  display: flex;
  flex: 1;
  min-height: 0;
  margin-top: ${space(2)};
`;
const Comparison = styled.div`
  min-height: 0;
  margin-top: ${space(2)};
  overflow: auto;
`;
const Picture = styled.div`
  position: relative;
  flex: 1;
  min-width: 0;
  overflow: auto;
`;
const Panel = styled.aside`
  position: relative;
  width: min(${size.drawer}, 100%);
  overflow: auto;
  border-left: ${size.hairline} solid ${color.line};
  background: ${color.surface};
  @media (max-width: ${size.narrow}) {
    position: absolute;
    z-index: ${layer.sticky};
    inset: 0;
    width: 100%;
  }
`;
const PanelHead = styled.header`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  padding: ${space(2)} ${space(2)} ${space(2)} ${space(4)};
  border-bottom: ${size.hairline} solid ${color.line};
  background: ${color.surface};
  h2 {
    min-width: 0;
    overflow: hidden;
    font-size: ${font.size.base};
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

const NONE: [] = [];

export interface LastRunTabProps {
  runId: string | null;
  /** The run that the person has just started here. The button they used is gone, so the focus moves to the run. */
  startedRunId: string | null;
  onNewest: (runId: string) => void;
}

/** Spec EDIT-07, EDIT-13, EDIT-76: the newest run, or the one that the address names, live on the flowchart. */
export function LastRunTab({ runId, startedRunId, onNewest }: LastRunTabProps) {
  const { id } = useOpenWorkflow();
  const shown = useShownRun(id, runId);
  const newest = runId === null && !shown.isLooking ? shown.runId : null;
  useEffect(() => {
    if (newest) onNewest(newest);
  }, [newest, onNewest]);
  const { shown: foundRunId, indicator } = useLoaded(shown.runId, 'Looking for the last run');
  if (shown.error) return <FailedRead query={{ error: shown.error, refetch: shown.look }} />;
  if (foundRunId === undefined) return indicator;
  if (foundRunId === null) {
    return (
      <EmptyState icon={<Play aria-hidden />} title="Not started yet...">
        Press Run in the designer to watch each step here.
      </EmptyState>
    );
  }
  return <RunOnFlow key={foundRunId} runId={foundRunId} takesFocus={foundRunId === startedRunId} onShow={onNewest} />;
}

interface RunOnFlowProps {
  runId: string;
  takesFocus: boolean;
  onShow: (runId: string) => void;
}

function RunOnFlow({ runId, takesFocus, onShow }: RunOnFlowProps) {
  const { id: workflowId } = useOpenWorkflow();
  const { actions, dialogs } = useRunActions(onShow);
  const { run, isRunning, isPushed } = useLiveRun(runId, 0);
  const overview = useRunGroups(runId, { isRunning, isPushed }).data;
  const groups = overview?.groups ?? NONE;
  const { shown: instance, indicator } = useLoaded(run.data, 'Loading the run');
  const draft = useEditor((state) => state.steps);
  const isForeign = instance !== undefined && instance.workflowId !== workflowId;
  const steps = useVersionSteps(isForeign ? undefined : instance?.workflowVersionId, draft);
  const nowMs = useNow(isRunning);
  const statusOf = useMemo<StatusOf>(() => {
    const states = computeStepStates(groups, nowMs);
    return (step) => states.get(step.stepId);
  }, [groups, nowMs]);
  // Until the person chooses a step, the failed one is open: people come here to see what went wrong.
  const [chosen, setOpenName] = useState<string | null>();
  const focus = overview?.focus;
  const failed = run.data?.status === 'Failed' ? (focus?.name ?? null) : null;
  const openName = chosen === undefined ? failed : chosen;
  const [otherId, setOtherId] = useState<string | null>(null);
  const comparison = useComparison(run.data, otherId, setOtherId);
  const head = useRef<HTMLDivElement>(null);
  const isShown = instance !== undefined;
  useEffect(() => {
    if (isShown && takesFocus) whenDialogsClosed(() => takeLostFocus(head.current));
  }, [isShown, takesFocus]);

  if (run.error && !run.data) return <FailedRead query={run} />;
  if (!instance) return indicator;
  if (isForeign) return <ForeignRun run={instance} />;
  return (
    <Frame>
      <Inline $padding={[2, 0]} $justify="space-between" ref={head} tabIndex={-1} role="group" aria-label="The run">
        <Inline>
          <RunTitle identity={overview?.identity ?? null} />
          <RunStatusLine run={instance} isOwn isInEditor />
        </Inline>
        <Inline>
          <Button size="dense" icon={<GitCompareArrows aria-hidden />} onPress={comparison.choose}>
            Compare
          </Button>
          <RunButtons size="dense" run={instance} actions={actions} />
          <LinkButton size="dense" href={runPath(runId)}>
            <ExternalLink aria-hidden size={14} /> Open run
          </LinkButton>
        </Inline>
      </Inline>
      {dialogs}
      {comparison.dialog}
      <RunFailure run={instance} failedStep={focus?.status === 'Failed' ? focus.name : null} canFix isCut />
      <WaitingBanner run={instance} isOwn />
      {comparison.table ? (
        <Comparison>{comparison.table}</Comparison>
      ) : (
        <Body>
          <Picture>
            <FlowPicture mode="run" steps={steps} statusOf={statusOf} openStepId={openName} onOpenStep={setOpenName} />
          </Picture>
          {openName === null ? null : (
            <Panel aria-label={`Data of ${openName}`}>
              <PanelHead>
                <h2 title={openName}>{openName}</h2>
                <IconButton label="Close" size="dense" icon={<X aria-hidden />} onPress={() => setOpenName(null)} />
              </PanelHead>
              <StepTurns
                key={openName}
                runId={runId}
                name={openName}
                groups={groups}
                isRunning={isRunning}
                runStatus={instance.status}
                renderActions={(record) => (
                  <UseOfRun runId={runId} record={record} version={steps.find(({ stepId }) => stepId === record.name)} />
                )}
              />
            </Panel>
          )}
        </Body>
      )}
    </Frame>
  );
}

/** Shown if the address names another workflow's run: drawn on these steps, its results would be false. */
function ForeignRun({ run }: { run: RunInstance }) {
  return (
    <Banner tone="warning" title="This run belongs to another workflow" action={<LinkButton href={runPath(run.id)}>Open run</LinkButton>}>
      It’s a run of “{run.name}”.
    </Banner>
  );
}

function runPath(runId: string): string {
  return `/run-history/${runId}/view`;
}

/** Focuses an element if nothing has the focus, because the focused element was removed. */
function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === null || document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/** The steps of a run, from its version if that is still stored, otherwise from the designer. */
function useVersionSteps(versionId: string | undefined, shown: readonly WorkflowStep[]): readonly WorkflowStep[] {
  const workflow = useOpenWorkflow();
  const draft = useOpenDraft()?.saved ?? null;
  const known = [workflow, ...(draft ? [draft] : [])].find((one) => one.versionId === versionId);
  const version = useVersion(workflow.id, known ? undefined : versionId);
  if (versionId === undefined) return workflow.steps;
  return known?.steps ?? version?.steps ?? shown;
}
