import { useApi, useHost } from '@portage/area-kit';
import { Button, Dialog, Stack, TextArea, TextField } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkflowVersion } from '../../api-types.ts';
import { workflowKeys } from '../../workflows/workflow-queries.ts';

interface VersionTextsProps {
  workflowId: string;
  version: Pick<WorkflowVersion, 'id' | 'label' | 'note'>;
  onClose: () => void;
}

export function VersionTextsDialog({ workflowId, version, onClose }: VersionTextsProps) {
  const api = useApi();
  const { notify } = useHost();
  const queryClient = useQueryClient();
  const [label, setLabel] = useState(version.label ?? '');
  const [note, setNote] = useState(version.note ?? '');
  async function save() {
    const params = { id: workflowId, versionId: version.id };
    const answer = await api('PUT /api/workflows/{id}/versions/{versionId}', { params, body: { label, note } });
    queryClient.setQueryData(workflowKeys.version(workflowId, version.id), answer);
    await queryClient.invalidateQueries({ queryKey: workflowKeys.versions(workflowId) });
    notify.success('Saved');
    onClose();
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Name and note of this version"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" onPress={save}>
            Save
          </Button>
        </>
      }
    >
      <Stack>
        <TextField label="Name" value={label} onChange={setLabel} maxLength={100} autoFocus />
        <TextArea label="Note" value={note} onChange={setNote} maxLength={2_000} />
      </Stack>
    </Dialog>
  );
}
