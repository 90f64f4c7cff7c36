import { runPath, useHost } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, IconButton, Inline, LinkButton } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { runKeys } from '../../runs/run-queries.ts';
import { useDraftParam } from '../drafts/use-draft-place.ts';
import { useOpenDraft, useOpenWorkflow, useSaving, useSavingState } from '../save/saving-context.tsx';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import { useFailedStep, useRepair } from './use-repair.ts';

/** Shown above the canvas during a repair: opens the failed step, and continues the run with the changes. */
export function RepairStrip() {
  const { runId, leave } = useRepair();
  return runId === null ? null : <Repair key={runId} runId={runId} onLeave={leave} />;
}

function Repair({ runId, onLeave }: { runId: string; onLeave: () => void }) {
  const store = useEditorStore();
  const { isActive } = useOpenWorkflow();
  const { setActive } = useSaving();
  const isDraft = useOpenDraft() !== null;
  const { enter } = useDraftParam();
  const { phase } = useSavingState();
  const hasProblems = useEditor((state) => state.problems.length > 0);
  const { run, failed, error, isLoaded } = useFailedStep(runId);
  const clientId = useEditor((state) => state.steps.find(({ stepId }) => stepId === failed?.name)?.clientId);
  const [wasActive, setWasActive] = useState(false);
  const { refusal, continueRun } = useContinue(runId);

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
  const mayContinue = phase !== 'conflict' && !hasProblems && !isDraft;
  return (
    <Banner
      tone={refusal === null ? 'warning' : 'danger'}
      title={`Repairing the run that failed at “${failed.name}”`}
      action={
        <Inline data-keeps-panel>
          {isActive && !wasActive && !isDraft ? <Button onPress={enter}>Edit draft</Button> : null}
          {isActive && !wasActive && !isDraft ? (
            <Button
              onPress={async () => {
                if (await setActive(false)) setWasActive(true);
              }}
            >
              Deactivate to edit
            </Button>
          ) : null}
          {wasActive && !isActive ? (
            <Button isDisabled={!mayContinue} onPress={() => continueRun()}>
              Re-run from here
            </Button>
          ) : null}
          <Button
            variant="primary"
            icon={<RotateCcw aria-hidden />}
            isDisabled={!mayContinue}
            onPress={async () => {
              if (!wasActive || isActive || (await setActive(true))) await continueRun();
            }}
          >
            {wasActive && !isActive ? 'Activate and re-run from here' : 'Re-run from here'}
          </Button>
          {close}
        </Inline>
      }
    >
      {refusal ??
        (isDraft ? IN_DRAFT : isActive && !wasActive ? ACTIVE : describeRepair(clientId === undefined ? failed.name : null, hasProblems))}
    </Banner>
  );
}

const ACTIVE =
  'An active workflow can’t be edited directly. Edit its draft and publish it, or deactivate it; its trigger then starts no runs.';
const IN_DRAFT = 'Change the step here and publish the draft. Then re-run from here, with the published version.';

function describeRepair(missing: string | null, hasProblems: boolean): string {
  if (missing !== null)
    return `The step “${missing}” is no longer in the workflow, so the run can’t continue from it. Start a new run instead.`;
  if (hasProblems) return 'The workflow has a problem. Fix it, then re-run from here.';
  return 'The same run continues at this step with your changes. Finished steps aren’t repeated, and steps you add before it don’t run.';
}

function useContinue(runId: string) {
  const { api, navigate } = useHost();
  const queryClient = useQueryClient();
  const { flush } = useSaving();
  const { isActive } = useOpenWorkflow();
  const [refusal, setRefusal] = useState<string | null>(null);
  async function continueRun(): Promise<void> {
    setRefusal(null);
    if (!isActive && !(await flush())) return;
    const query = { type: 'ContinueExisting', version: 'Current' } as const;
    const answer = await api('GET /api/workflows/instances/{id}/re-run', { params: { id: runId }, query }).catch((error: unknown) => ({
      isSuccess: false,
      errorMessage: getErrorMessage(error),
    }));
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
