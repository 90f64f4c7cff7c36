import type { RerunType } from '@portage/contracts';
import { Button, Dialog, RadioGroup, type RadioOption } from '@portage/ui';
import { useState } from 'react';
import type { RunOfList } from './run-of-list.ts';

const TYPES: RadioOption<RerunType>[] = [
  {
    value: 'ContinueExisting',
    label: 'Continue this run',
    hint: 'Goes on at the step that failed. Steps that have finished are not repeated.',
  },
  {
    value: 'StartNew',
    label: 'Start a new run',
    hint: 'Starts from the trigger with the same data and the present version of the workflow.',
  },
];

export interface RerunDialogProps {
  /** Null: closed. */
  run: RunOfList | null;
  onClose: () => void;
  onRerun: (run: RunOfList, type: RerunType) => Promise<void>;
}

/** Spec RUN-15. */
export function RerunDialog({ run, onClose, onRerun }: RerunDialogProps) {
  const [type, setType] = useState<RerunType>('ContinueExisting');
  return (
    <Dialog
      isOpen={run !== null}
      onClose={onClose}
      title="Re-run Workflow"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" onPress={() => (run ? onRerun(run, type) : undefined)}>
            Re-run
          </Button>
        </>
      }
    >
      <RadioGroup label={`How should “${run?.name ?? ''}” be run again?`} options={TYPES} value={type} onChange={setType} />
    </Dialog>
  );
}
