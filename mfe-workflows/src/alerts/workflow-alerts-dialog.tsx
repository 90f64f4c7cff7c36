import { useHost } from '@portage/area-kit';
import { Button, Dialog, FailedRead, Link, Stack, Switch, useLoaded } from '@portage/ui';
import { useState } from 'react';
import { alertKeys, useWorkflowAlerts } from './alert-queries.ts';
import { MuteField } from './mute-field.tsx';

export interface WorkflowAlertsDialogProps {
  workflow: { id: string; name: string };
  onClose: () => void;
}

interface Draft {
  isEnabled: boolean;
  mutedUntil: string | null;
}

export function WorkflowAlertsDialog({ workflow, onClose }: WorkflowAlertsDialogProps) {
  const { api, notify, queryClient } = useHost();
  const known = useWorkflowAlerts(workflow.id);
  const [changed, setChanged] = useState<Draft | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const { shown, indicator } = useLoaded(known.data, 'Loading the settings');
  const draft = changed ?? shown;

  async function save() {
    if (!draft) return;
    setIsSaving(true);
    try {
      const { isEnabled, mutedUntil } = draft;
      const saved = await api('PUT /api/alerts/workflows/{workflowId}', {
        params: { workflowId: workflow.id },
        body: { isEnabled, mutedUntil },
      });
      queryClient.setQueryData(alertKeys.workflow(workflow.id), saved);
      notify.success(`Alerts of “${workflow.name}” saved.`);
      onClose();
    } catch (error) {
      notify.error(error);
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Alerts of “${workflow.name}”`}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={!draft} isPending={isSaving} onPress={save}>
            Save
          </Button>
        </>
      }
    >
      <Stack>
        {known.error ? <FailedRead query={known} /> : null}
        {draft ? (
          <>
            <Switch value={draft.isEnabled} onChange={(isEnabled) => setChanged({ ...draft, isEnabled })}>
              Record alerts of this workflow
            </Switch>
            <MuteField
              hint="Muted alerts are listed but not sent."
              value={draft.mutedUntil}
              onChange={(mutedUntil) => setChanged({ ...draft, mutedUntil })}
            />
            <p>
              <Link href="/account/alerts">Your account</Link> controls which alerts you get, and how.
            </p>
          </>
        ) : null}
        {draft || known.error ? null : indicator}
      </Stack>
    </Dialog>
  );
}
