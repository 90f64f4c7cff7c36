import { useHost } from '@portage/area-kit';
import { getErrorMessage, isApiError } from '@portage/contracts';
import { Banner, Button, Dialog, Stack, TextArea, TextField } from '@portage/ui';
import { diffVersions } from '@portage/workflow';
import { useQueryClient } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import { useState } from 'react';
import { workflowKeys } from '../../workflows/workflow-queries.ts';
import { ChangeTable } from '../changes/change-table.tsx';
import { useOpenDraft, useOpenWorkflow, useSaving } from '../save/saving-context.tsx';
import { cacheDraft } from '../save/use-draft-calls.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useDraftParam } from './use-draft-place.ts';

const STALE: ReadonlySet<unknown> = new Set(['version-conflict', 'published-changed']);

export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const { id, versionId: publishedVersionId, steps: publishedSteps } = useOpenWorkflow();
  const versionId = useOpenDraft()?.saved?.versionId;
  const steps = useEditor((state) => state.steps);
  const { catchUp } = useSaving();
  const { leave } = useDraftParam();
  const [label, setLabel] = useState('');
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<unknown>(null);
  const changes = diffVersions(publishedSteps, [...steps]);
  const isStale = isApiError(refusal) && STALE.has(refusal.code);

  async function publish() {
    if (versionId === undefined) return;
    try {
      const body = { versionId, publishedVersionId, label: label || null, note: note || null };
      const { workflow, warnings } = await api('POST /api/workflows/{id}/draft/publish', { params: { id }, body });
      cacheDraft(queryClient, id, null);
      queryClient.setQueryData(workflowKeys.workflow(id), { workflow });
      for (const { userMessage } of warnings) notify.warning(userMessage);
      notify.success('Published. The next run starts from this version.');
      leave();
    } catch (error) {
      setRefusal(error);
    }
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
          <Button variant="primary" icon={<Rocket aria-hidden />} isDisabled={isStale || versionId === undefined} onPress={publish}>
            Publish
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
