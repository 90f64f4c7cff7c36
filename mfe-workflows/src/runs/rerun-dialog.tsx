import type { RerunType } from '@portage/contracts';
import { Banner, Button, Dialog, RadioGroup, type RadioOption, Stack } from '@portage/ui';
import { useState } from 'react';
import { type RerunObstacles, useRerunObstacles } from './rerun-obstacles.ts';
import type { RunOfList } from './run-of-list.ts';

const TYPES: RadioOption<RerunType>[] = [
  {
    value: 'ContinueExisting',
    label: 'Continue this run',
    hint: 'Goes on at the step that failed, with the version this run began with. Steps that have finished are not repeated.',
  },
  {
    value: 'StartNew',
    label: 'Start a new run',
    hint: 'Starts from the trigger with the same data and the present version of the workflow. Every step runs again.',
  },
];

export interface RerunDialogProps {
  /** Null: closed. */
  run: RunOfList | null;
  onClose: () => void;
  /** Gives why it could not be done, in words; null when it was. */
  onRerun: (run: RunOfList, type: RerunType) => Promise<string | null>;
}

/** Spec RUN-15: continue at the failed step, or start a new run; an impossible choice says why. */
export function RerunDialog({ run, onClose, onRerun }: RerunDialogProps) {
  const [picked, setPicked] = useState<RerunType | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const obstacles: RerunObstacles = useRerunObstacles(run).data ?? {};
  const possible = TYPES.find(({ value }) => obstacles[value] === undefined)?.value ?? null;
  const type = picked !== null && obstacles[picked] === undefined ? picked : possible;
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
          options={TYPES.map((option) => {
            const obstacle = obstacles[option.value];
            return obstacle === undefined ? option : { ...option, hint: obstacle, isDisabled: true };
          })}
          value={type}
          onChange={setPicked}
        />
      </Stack>
    </Dialog>
  );
}
