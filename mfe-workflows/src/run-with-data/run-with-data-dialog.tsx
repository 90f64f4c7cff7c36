import { useApi } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, Dialog, Stack, useLoaded } from '@portage/ui';
import { Play } from 'lucide-react';
import { type StartedWorkflow, startWorkflow } from '../workflows/workflow-queries.ts';
import { PayloadFields } from './payload-fields.tsx';
import { usePayload } from './use-payload.ts';

export interface RunWithDataDialogProps {
  workflow: StartedWorkflow & { name: string };
  onClose: () => void;
  onRun: (runId: string) => void;
}

/** Starts a run by hand with data that the person chooses, whatever else starts the workflow. */
export function RunWithDataDialog({ workflow, onClose, onRun }: RunWithDataDialogProps) {
  const api = useApi();
  const payload = usePayload(workflow.id, workflow.ofDraft);
  const { shown, indicator } = useLoaded(payload.data, 'Loading the data');
  const { read } = payload;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Run with data"
      isWide
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={<Play aria-hidden />}
            isDisabled={shown === undefined || !read.ok}
            onPress={async () => {
              if (!read.ok) return;
              const runId = await startWorkflow(api, workflow, { payload: read.payload });
              payload.keep();
              onRun(runId);
            }}
          >
            Run with this data
          </Button>
        </>
      }
    >
      {shown === undefined ? (
        indicator
      ) : (
        <Stack>
          {payload.error ? <Banner tone="warning">The last payload could not be read: {getErrorMessage(payload.error)}</Banner> : null}
          <p>
            The run of “{workflow.name}” starts as if its trigger had received this data.{' '}
            {workflow.isActive
              ? null
              : workflow.ofDraft
                ? 'It is a test of the draft.'
                : 'It is a test, because the workflow is not active.'}
          </p>
          <PayloadFields payload={payload} label="Payload" />
        </Stack>
      )}
    </Dialog>
  );
}
