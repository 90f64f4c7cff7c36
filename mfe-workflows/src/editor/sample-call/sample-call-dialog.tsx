import { useHost } from '@portage/area-kit';
import { Banner, Button, Dialog, LinkButton, Stack } from '@portage/ui';
import { useState } from 'react';
import { useOpenDraft, useOpenWorkflow, useSaving } from '../save/saving-context.tsx';
import { SampleCallForm } from './sample-call-form.tsx';

/** Opened from a webhook's form. While it is open, an inactive workflow accepts the call as a test. */
export function SampleCallDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const { api, notify } = useHost();
  const { id, isActive } = useOpenWorkflow();
  const isDraft = useOpenDraft() !== null;
  const { flush } = useSaving();
  const [isTesting, setIsTesting] = useState(false);
  const [runId, setRunId] = useState<string | null>(null);

  async function prepare(): Promise<boolean> {
    if (isActive) return true;
    if (!(await flush())) return false;
    const { testUntil, warnings } = await api('POST /api/workflows/{id}/start-testing', { params: { id } });
    for (const { userMessage } of warnings) notify.warning(userMessage);
    setIsTesting(testUntil !== null);
    return testUntil !== null;
  }

  function close() {
    // If this doesn't reach the server, testing ends by itself after ten minutes.
    if (isTesting) api('POST /api/workflows/{id}/stop-testing', { params: { id } }).catch(() => undefined);
    onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      title="Send a sample call"
      isWide
      actions={
        <>
          <Button onPress={close}>Close</Button>
          {runId ? (
            <LinkButton variant="primary" href={`/run-history/${runId}/view`}>
              Open run
            </LinkButton>
          ) : null}
        </>
      }
    >
      <Stack>
        <p>
          The call goes to the workflow’s address, just like a call from another system.{' '}
          {isDraft
            ? 'It starts a run of the published version, not of the draft.'
            : isActive
              ? 'It starts a run.'
              : 'The workflow is not active, so the call starts a test run of the draft.'}
        </p>
        <SampleCallForm workflowId={id} address={address} prepare={prepare} onTaken={setRunId} />
        {runId ? <Banner tone="success">The call was accepted, and a run has started.</Banner> : null}
      </Stack>
    </Dialog>
  );
}
