import { runPath, useHost } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, IconButton, Inline, LinkButton } from '@portage/ui';
import { diffVersions } from '@portage/workflow';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useRunActions } from '../../runs/run-actions.tsx';
import { runKeys } from '../../runs/run-queries.ts';
import { PublishDialog } from '../drafts/publish-dialog.tsx';
import { useDraftParam } from '../drafts/use-draft-place.ts';
import { usePublishing } from '../drafts/use-publishing.ts';
import { useOpenDraft, useOpenWorkflow, useSaving, useSavingState } from '../save/saving-context.tsx';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import { useFailedStep, useRepair } from './use-repair.ts';

/** Shown above the canvas during a repair: opens the failed step, publishes its change, and continues the run with it. */
export function RepairStrip() {
  const { runId, leave } = useRepair();
  return runId === null ? null : <Repair key={runId} runId={runId} onLeave={leave} />;
}

function Repair({ runId, onLeave }: { runId: string; onLeave: () => void }) {
  const store = useEditorStore();
  const { isActive, steps: publishedSteps } = useOpenWorkflow();
  const draft = useOpenDraft();
  const { enter } = useDraftParam();
  const { flush } = useSaving();
  const { phase, hasUnsavedChanges } = useSavingState();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const hasProblems = useEditor((state) => state.problems.length > 0);
  const { run, failed, error, isLoaded } = useFailedStep(runId);
  const clientId = useEditor((state) => state.steps.find(({ stepId }) => stepId === failed?.name)?.clientId);
  const publish = usePublishing();
  const { refusal, continueRun } = useContinue(runId);
  const { actions, dialogs } = useRunActions();
  const [review, setReview] = useState<{ refusal: unknown } | null>(null);

  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current || clientId === undefined) return;
    isOpened.current = true;
    store.open(clientId);
    store.request({ kind: 'reveal', id: clientId });
  }, [store, clientId]);

  const close = <IconButton label="Stop repairing" icon={<X aria-hidden />} onPress={onLeave} />;
  if (error) {
    return (
      <Banner tone="danger" title="The failed run cannot be shown" action={close}>
        {getErrorMessage(error)}
      </Banner>
    );
  }
  if (!run || !isLoaded) return null;
  if (!failed) {
    return (
      <Banner action={close} title={run.status === 'Failed' ? 'The failed step cannot be shown' : 'This run has not failed'}>
        <LinkButton size="dense" href={runPath(runId)}>
          Show the run
        </LinkButton>
      </Banner>
    );
  }

  const isPublishing = draft !== null && (draft.saved !== null || hasUnsavedChanges);
  const refused = isPublishing ? null : refusal;
  const canContinue = clientId !== undefined && refused === null;
  const runLabel = canContinue ? 'Re-run from here' : 'Start a new run';
  const publishLabel = canContinue ? 'Publish and re-run' : 'Publish and start a new run';
  async function rerun() {
    if (canContinue) await continueRun();
    else if (run) actions.askToRunAgain(run);
  }
  async function publishAndRerun() {
    const changes = diffVersions(publishedSteps, [...store.getState().steps]);
    // The person came to change this step: all other changes are shown before they go live.
    if (changes.some(({ stepId }) => stepId !== failed?.name)) return setReview({ refusal: null });
    try {
      await publish();
    } catch (publishRefusal) {
      return setReview({ refusal: publishRefusal });
    }
    await rerun();
  }
  return (
    <Banner
      tone={refused === null ? 'warning' : 'danger'}
      title={`Repairing the run that failed at “${failed.name}”`}
      action={
        <Inline data-keeps-panel>
          {isActive && draft === null ? <Button onPress={enter}>Edit draft</Button> : null}
          <Button
            variant="primary"
            icon={<RotateCcw aria-hidden />}
            isDisabled={phase === 'conflict' || hasProblems}
            onPress={async () => {
              if (!isReadOnly && !(await flush())) return;
              await (isPublishing ? publishAndRerun() : rerun());
            }}
          >
            {isPublishing ? publishLabel : runLabel}
          </Button>
          {close}
        </Inline>
      }
    >
      {refused ??
        describeRepair({ missing: clientId === undefined ? failed.name : null, hasProblems, isLocked: isActive && draft === null })}
      {review ? (
        <PublishDialog
          refusedBefore={review.refusal}
          confirmLabel={publishLabel}
          onClose={() => setReview(null)}
          onPublished={() => {
            setReview(null);
            return rerun();
          }}
        />
      ) : null}
      {dialogs}
    </Banner>
  );
}

interface RepairState {
  /** The failed step, if the workflow no longer has it. */
  missing: string | null;
  hasProblems: boolean;
  isLocked: boolean;
}

function describeRepair({ missing, hasProblems, isLocked }: RepairState): string {
  if (missing !== null)
    return `The step “${missing}” is no longer in the workflow, so the run can’t continue from it. Start a new run instead.`;
  if (hasProblems) return 'The workflow has a problem. Fix it, then re-run from here.';
  if (isLocked) return 'An active workflow can’t be edited directly. Edit its draft, then publish it and re-run.';
  return 'The same run continues at this step with your changes. Finished steps aren’t repeated, and steps you add before it don’t run.';
}

function useContinue(runId: string) {
  const { api, navigate } = useHost();
  const queryClient = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  async function continueRun(): Promise<void> {
    const query = { type: 'ContinueExisting', version: 'Current' } as const;
    const answer = await api('GET /api/workflows/instances/{id}/re-run', { params: { id: runId }, query });
    if (!answer.isSuccess) {
      setRefusal(answer.errorMessage ?? 'The run could not be continued.');
      return;
    }
    // Navigates before the runs reload: a person who moves on meanwhile stays where they went.
    navigate(runPath(runId));
    await queryClient.invalidateQueries({ queryKey: runKeys.all });
  }
  return { refusal, continueRun };
}
