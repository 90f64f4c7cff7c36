import { useHost } from '@portage/area-kit';
import { isApiError } from '@portage/contracts';
import { Button, Dialog, personsTimeZone, RadioGroup, Stack, TextField, useForm } from '@portage/ui';
import type { TriggerType } from '@portage/workflow';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId } from 'react';
import type { WorkflowFile } from '../workflows/workflow-file.ts';
import { workflowKeys } from '../workflows/workflow-queries.ts';
import { markCreated } from './created-workflow-marker.ts';

const TRIGGERS: { value: TriggerType; label: string; hint: string }[] = [
  { value: 'Manual', label: 'Manual', hint: 'Starts when a person presses Run.' },
  { value: 'Webhook', label: 'Webhook', hint: 'Starts when another system calls its address.' },
  { value: 'ConnectorEvent', label: 'Connector Event', hint: 'Starts when something happens in a connected system.' },
  { value: 'Scheduled', label: 'Scheduled', hint: 'Starts at set times.' },
];

const RULES = {
  name: { displayName: 'Workflow Name', required: true, validate: (name: string) => (name.length > 200 ? 'Name is too long' : undefined) },
};

export interface AddWorkflowDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Content of a file (spec WFL-22). Its name is proposed, and its steps include their trigger. */
  imported?: WorkflowFile | null;
  /** Where the workflow is created; empty for no folder. */
  folderId?: string;
}

/** Spec WFL-17..21, WFL-43: names a workflow, chooses its trigger and opens it in the editor. */
export function AddWorkflowDialog({ isOpen, onClose, imported = null, folderId = '' }: AddWorkflowDialogProps) {
  const { api, navigate, notify } = useHost();
  const queryClient = useQueryClient();
  const formId = useId();
  const form = useForm<{ name: string; triggerType: TriggerType }>({
    initial: { name: imported?.name ?? '', triggerType: 'Manual' },
    rules: RULES,
  });

  const submit = form.handleSubmit(async ({ name, triggerType }) => {
    try {
      const { workflow } = await api('POST /api/workflows', {
        body: { ...(imported ?? { triggerType, timeZone: personsTimeZone() }), name: name.trim(), ...(folderId ? { folderId } : {}) },
      });
      markCreated(sessionStorage, workflow.id, Date.now());
      form.reset({ name: '', triggerType: 'Manual' });
      navigate(`/workflows/${workflow.id}/edit`);
      await queryClient.invalidateQueries({ queryKey: workflowKeys.all });
    } catch (error) {
      if (isApiError(error) && error.code === 'validation' && !imported) form.setServerErrors({ name: error.message });
      else notify.error(error);
    }
  });

  /** Submits on Enter. Radio buttons handle the key themselves, unlike other fields of a form. */
  function submitFromRadio(event: KeyboardEvent<HTMLFormElement>) {
    const isOnRadio = event.target instanceof HTMLInputElement && event.target.type === 'radio';
    if (event.key !== 'Enter' || !isOnRadio || form.isSubmitting) return;
    event.preventDefault();
    event.stopPropagation();
    void submit();
  }

  function close() {
    form.reset();
    onClose();
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Add Workflow"
      actions={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button variant="primary" isPending={form.isSubmitting} onPress={() => submit()}>
            Add Workflow
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} onKeyDownCapture={submitFromRadio} noValidate>
        <Stack>
          <TextField label="Workflow Name" autoFocus maxLength={200} {...form.bind('name')} />
          {imported ? null : <RadioGroup label="Trigger" options={TRIGGERS} {...form.bind('triggerType')} />}
        </Stack>
      </form>
    </Dialog>
  );
}
