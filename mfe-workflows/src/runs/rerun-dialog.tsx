import type { RerunType } from '@portage/contracts';
import { Banner, Button, Dialog, RadioGroup, type RadioOption, Stack } from '@portage/ui';
import { useState } from 'react';
import { useRerunObstacles } from './rerun-obstacles.ts';
import type { RunOfList } from './run-of-list.ts';

/** The API's two ways to re-run, plus continuing with the workflow's current version. */
export type RerunChoice = RerunType | 'ContinueRepaired';

const CHOICES: RadioOption<RerunChoice>[] = [
  {
    value: 'ContinueExisting',
    label: 'Continue this run',
    hint: 'Continues at the failed step, with the version this run started with. Finished steps aren’t repeated.',
  },
  {
    value: 'ContinueRepaired',
    label: 'Continue with the current version',
    hint: 'Continues at the failed step, with the workflow’s current version. Finished steps aren’t repeated.',
  },
  {
    value: 'StartNew',
    label: 'Start a new run',
    hint: 'Starts from the trigger with the same data and the current version of the workflow. Every step runs again.',
  },
];

export interface RerunDialogProps {
  /** Null while the dialog is closed. */
  run: RunOfList | null;
  onClose: () => void;
  /** Resolves with null on success, otherwise with the reason in words. */
  onRerun: (run: RunOfList, choice: RerunChoice) => Promise<string | null>;
}

/** Continues at the failed step or starts a new run (spec RUN-15); an impossible choice says why. */
export function RerunDialog({ run, onClose, onRerun }: RerunDialogProps) {
  const [picked, setPicked] = useState<RerunChoice | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { obstacles = {}, isChanged = false } = useRerunObstacles(run).data ?? {};
  const obstacleOf = (choice: RerunChoice) => obstacles[choice === 'ContinueRepaired' ? 'StartNew' : choice];
  const choices = CHOICES.filter(({ value }) => isChanged || value !== 'ContinueRepaired');
  const possible = choices.find(({ value }) => obstacleOf(value) === undefined)?.value ?? null;
  const type = picked !== null && obstacleOf(picked) === undefined ? picked : possible;
  const close = () => {
    setPicked(null);
    setRefusal(null);
    onClose();
  };
  return (
    <Dialog
      isOpen={run !== null}
      onClose={close}
      title="Re-run Workflow"
      actions={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={type === null}
            onPress={async () => {
              if (run && type) setRefusal(await onRerun(run, type));
            }}
          >
            Re-run
          </Button>
        </>
      }
    >
      <Stack>
        {refusal === null ? null : <Banner tone="danger">{refusal}</Banner>}
        <RadioGroup
          label={`How should “${run?.name ?? ''}” be run again?`}
          options={choices.map((option) => {
            const obstacle = obstacleOf(option.value);
            return obstacle === undefined ? option : { ...option, hint: obstacle, isDisabled: true };
          })}
          value={type}
          onChange={setPicked}
        />
      </Stack>
    </Dialog>
  );
}
