import { useHost } from '@portage/area-kit';
import { getErrorMessage, type RunJobAction } from '@portage/contracts';
import { Banner, Button, Dialog, FailedRead, RadioGroup, type RadioOption, Stack, useLoaded } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RunJobRequest, runJobKeys, useRunJobPreview } from './run-job-queries.ts';
import { countOfRuns } from './run-job-words.ts';

const RERUNS: RadioOption<RunJobAction>[] = [
  {
    value: 'Continue',
    label: 'Continue these runs',
    hint: 'Each continues at the failed step, with the version it started with. Finished steps aren’t repeated.',
  },
  {
    value: 'ContinueRepaired',
    label: 'Continue with the current version',
    hint: 'Each continues at the failed step, with its workflow’s current version. Finished steps aren’t repeated.',
  },
  {
    value: 'StartNew',
    label: 'Start new runs',
    hint: 'Each starts from its trigger with the same data and the current version. Every step runs again.',
  },
];

export interface RunJobWish {
  kind: 'Rerun' | 'Cancel';
  selection: RunJobRequest['selection'];
}

interface RunJobDialogProps {
  wish: RunJobWish;
  onClose: () => void;
  onBegun: () => void;
}

export function RunJobDialog({ wish, onClose, onBegun }: RunJobDialogProps) {
  const { api } = useHost();
  const queryClient = useQueryClient();
  const [action, setAction] = useState<RunJobAction>(wish.kind === 'Cancel' ? 'Cancel' : 'Continue');
  const [problem, setProblem] = useState<string | null>(null);
  const preview = useRunJobPreview({ action: wish.kind === 'Cancel' ? 'Cancel' : 'Continue', selection: wish.selection });
  const { shown, indicator } = useLoaded(preview.data, 'Counting the runs');
  const count = shown?.count ?? 0;
  const verb = wish.kind === 'Cancel' ? 'Cancel' : 'Re-run';

  async function begin(): Promise<void> {
    setProblem(null);
    try {
      await api('POST /api/workflows/run-jobs', { body: { action, selection: wish.selection } });
      await queryClient.invalidateQueries({ queryKey: runJobKeys.all });
      onBegun();
    } catch (error) {
      setProblem(getErrorMessage(error));
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={shown && count > 0 ? `${verb} ${countOfRuns(count)}?` : `${verb} runs`}
      actions={
        <>
          <Button onPress={onClose}>No</Button>
          <Button variant={wish.kind === 'Cancel' ? 'danger' : 'primary'} isDisabled={count === 0} onPress={begin}>
            {count > 0 ? `${verb} ${countOfRuns(count)}` : verb}
          </Button>
        </>
      }
    >
      <Stack>
        {preview.error && !shown ? <FailedRead query={preview} /> : null}
        {problem ? <Banner tone="danger">{problem}</Banner> : null}
        {shown || preview.error ? null : indicator}
        {shown && count === 0 ? (
          <Banner>
            {wish.kind === 'Cancel'
              ? 'None of these runs is in progress.'
              : 'None of these runs has failed: only failed runs can be run again.'}
          </Banner>
        ) : null}
        {shown && count >= shown.mostRuns ? (
          <Banner tone="warning">A job takes {countOfRuns(shown.mostRuns)} at most, the oldest first. Ask again for the rest.</Banner>
        ) : null}
        {count > 0 && wish.kind === 'Cancel' ? <span>They stop where they are. What their steps have already done stays done.</span> : null}
        {count > 0 && wish.kind === 'Rerun' ? (
          <RadioGroup label="How should they be run again?" options={RERUNS} value={action} onChange={setAction} />
        ) : null}
        {count > 0 ? <span>It runs in the background, even if you leave this page, and you can stop it.</span> : null}
      </Stack>
    </Dialog>
  );
}
