import { useApi } from '@portage/area-kit';
import { Button, Dialog, Select, Stack, TextArea, TextField, useForm } from '@portage/ui';
import type { LoggingMode } from '@portage/workflow';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Workflow } from '../api-types.ts';
import { OnFailureField } from './on-failure/on-failure-field.tsx';
import type { WorkflowInfo } from './save/use-workflow.ts';

const LOGGING: { value: LoggingMode; label: string }[] = [
  { value: 'LogAllData', label: 'All data' },
  { value: 'LogOnlyIfError', label: 'Only if a run fails' },
];

export interface WorkflowInfoDialogProps {
  workflow: Workflow;
  isOpen: boolean;
  onClose: () => void;
  onUpdate: (info: WorkflowInfo) => Promise<void>;
}

const RULES = { name: { displayName: 'Name', required: true } };

/** Name, description, logging mode, and what a failure starts; Update saves the workflow (spec EDIT-03, EDIT-04). */
export function WorkflowInfoDialog({ workflow, isOpen, onClose, onUpdate }: WorkflowInfoDialogProps) {
  const form = useForm<WorkflowInfo>({
    initial: { name: workflow.name, description: workflow.description ?? '', loggingMode: workflow.loggingMode },
    rules: RULES,
  });
  const onFailure = useOnFailure(workflow.id);
  const saved = onFailure.query.data ?? null;
  const [picked, setPicked] = useState<{ workflowId: string | null } | null>(null);
  const handlerId = picked ? picked.workflowId : (saved?.workflowId ?? null);
  const submit = form.handleSubmit(async (info) => {
    if (picked && handlerId !== (saved?.workflowId ?? null)) await onFailure.save(handlerId);
    await onUpdate(info);
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Workflow Edit Info"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isPending={form.isSubmitting} onPress={() => submit()}>
            Update
          </Button>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextField label="Name" autoFocus maxLength={200} {...form.bind('name')} />
          <TextArea label="Description" maxLength={2_000} {...form.bind('description')} />
          <Select label="Log Data" options={LOGGING} {...form.bind('loggingMode')} />
          {onFailure.query.isSuccess ? (
            <OnFailureField workflowId={workflow.id} saved={saved} value={handlerId} onChange={(workflowId) => setPicked({ workflowId })} />
          ) : null}
        </Stack>
      </form>
    </Dialog>
  );
}

const buildQueryKey = (workflowId: string) => ['workflows', workflowId, 'on-failure'] as const;

function useOnFailure(workflowId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const params = { id: workflowId };
  const query = useQuery({
    queryKey: buildQueryKey(workflowId),
    queryFn: ({ signal }) => api('GET /api/workflows/{id}/on-failure', { params }, { signal }),
    select: (answer) => answer.onFailure,
  });
  async function save(handlerId: string | null): Promise<void> {
    const answer = await api('PUT /api/workflows/{id}/on-failure', { params, body: { workflowId: handlerId } });
    queryClient.setQueryData(buildQueryKey(workflowId), answer);
  }
  return { query, save };
}
