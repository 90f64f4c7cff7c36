import { isApiError } from '@portage/contracts';
import { Button, Dialog, Muted, Stack, TextArea, TextField, useForm } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useHost } from '../host/host.ts';

const RULES = { name: { displayName: 'Template Name', required: true } };

/** The subject of the dialog: a workflow that becomes a template, or a template to edit. */
export type TemplateSubject =
  | { workflowId: string; name: string; description: string | null }
  | { templateId: string; name: string; description: string | null };

interface Values {
  name: string;
  description: string;
}

/** Names a template (spec TPL-12, TPL-28, TPL-29, EDIT-42). A workflow saved under an existing name may replace that template. */
export function TemplateDialog({ subject, onClose }: { subject: TemplateSubject; onClose: () => void }) {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const formId = useId();
  const form = useForm<Values>({ initial: { name: subject.name, description: subject.description ?? '' }, rules: RULES });
  const [taken, setTaken] = useState<Values | null>(null);

  async function done(text: string): Promise<void> {
    await queryClient.invalidateQueries({ queryKey: ['workflow-templates'] });
    notify.success(text);
    onClose();
  }

  async function save(values: Values): Promise<void> {
    const [name, description] = [values.name.trim(), values.description.trim() || null];
    if ('templateId' in subject) {
      await api('PATCH /api/workflow-templates/{id}', { params: { id: subject.templateId }, body: { name, description } });
      return done(`WorkflowTemplate "${name}" updated.`);
    }
    await api('POST /api/workflow-templates', { body: { name, description, workflowId: subject.workflowId } });
    return done(`WorkflowTemplate "${name}" created.`);
  }

  async function overwrite({ name, description }: Values): Promise<void> {
    if (!('workflowId' in subject)) return;
    const { templates } = await api('GET /api/workflow-templates', { query: { query: name.trim(), includeInactive: true, pageSize: 1 } });
    const [found] = templates;
    if (found?.name.toLowerCase() !== name.trim().toLowerCase()) throw new Error('That template no longer exists. Please save again.');
    const { template } = await api('PUT /api/workflow-templates/{id}', {
      params: { id: found.id },
      body: { workflowId: subject.workflowId, ...(description.trim() ? { description: description.trim() } : {}) },
    });
    return done(`WorkflowTemplate "${template.name}" updated.`);
  }

  const submit = form.handleSubmit(async (values) => {
    try {
      await save(values);
    } catch (error) {
      if (isApiError(error) && error.code === 'template-name-taken') {
        if ('workflowId' in subject) setTaken(values);
        else form.setServerErrors({ name: error.message });
      } else if (isApiError(error) && error.code === 'validation') form.setServerErrors({ name: error.message });
      else notify.error(error);
    }
  });

  if (taken) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title="Workflow Template"
        role="alertdialog"
        actions={
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button variant="danger" onPress={() => overwrite(taken)}>
              Overwrite
            </Button>
            <Button variant="primary" autoFocus onPress={() => setTaken(null)}>
              Set Other Name
            </Button>
          </>
        }
      >
        There is already a template called “{taken.name.trim()}”. Overwrite it with this workflow, or give this one another name? Workflows
        made from it stay as they are.
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Workflow Template"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" isPending={form.isSubmitting}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack>
          <TextField label="Template Name" autoFocus maxLength={200} {...form.bind('name')} />
          <TextArea label="Description" maxLength={2000} {...form.bind('description')} />
          {'workflowId' in subject ? (
            <Muted as="p">
              Everyone can create workflows from it. Connectors, webhook addresses, sample values, passwords and keys aren’t included; other
              texts and scripts are, so check them first.
            </Muted>
          ) : null}
        </Stack>
      </form>
    </Dialog>
  );
}
