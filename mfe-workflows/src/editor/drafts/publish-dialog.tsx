import { getErrorMessage, isApiError } from '@portage/contracts';
import { Banner, Button, Dialog, Stack, TextArea, TextField } from '@portage/ui';
import { diffVersions } from '@portage/workflow';
import { Rocket } from 'lucide-react';
import { useState } from 'react';
import { ChangeTable } from '../changes/change-table.tsx';
import { useOpenDraft, useOpenWorkflow, useSaving } from '../save/saving-context.tsx';
import { useEditor } from '../state/editor-context.tsx';
import { usePublishing } from './use-publishing.ts';

const STALE: ReadonlySet<unknown> = new Set(['version-conflict', 'published-changed']);

export interface PublishDialogProps {
  onClose: () => void;
  onPublished: () => unknown;
  confirmLabel?: string;
  /** Why the draft couldn't be published before the dialog opened; null: it wasn't tried. */
  refusedBefore?: unknown;
}

export function PublishDialog({ onClose, onPublished, confirmLabel = 'Publish', refusedBefore = null }: PublishDialogProps) {
  const { steps: publishedSteps } = useOpenWorkflow();
  const versionId = useOpenDraft()?.saved?.versionId;
  const steps = useEditor((state) => state.steps);
  const { catchUp } = useSaving();
  const publish = usePublishing();
  const [label, setLabel] = useState('');
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState(refusedBefore);
  const changes = diffVersions(publishedSteps, [...steps]);
  const isStale = isApiError(refusal) && STALE.has(refusal.code);

  async function confirm() {
    try {
      await publish({ label, note });
    } catch (error) {
      setRefusal(error);
      return;
    }
    await onPublished();
  }
  async function lookAgain() {
    await catchUp();
    setRefusal(null);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Publish the draft"
      isWide
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" icon={<Rocket aria-hidden />} isDisabled={isStale || versionId === undefined} onPress={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <Stack>
        {refusal === null ? null : (
          <Banner
            tone={isStale ? 'warning' : 'danger'}
            title="The draft was not published"
            action={isStale ? <Button onPress={lookAgain}>Show the current version</Button> : undefined}
          >
            {getErrorMessage(refusal)}
          </Banner>
        )}
        <p>Running runs keep their version. The next trigger starts the new version, at the same address.</p>
        <TextField label="Name" value={label} onChange={setLabel} maxLength={100} hint="Optional, such as “Faster refunds”" />
        <TextArea label="Note" value={note} onChange={setNote} maxLength={2_000} hint="Optional: what changes, and why" />
        <ChangeTable changes={changes} steps={steps} emptyText="Nothing differs from the published version." />
      </Stack>
    </Dialog>
  );
}
