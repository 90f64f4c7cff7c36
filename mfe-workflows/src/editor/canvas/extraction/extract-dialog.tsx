import { useHost } from '@portage/area-kit';
import { isApiError } from '@portage/contracts';
import { Button, Dialog, Stack, Text, TextField, useForm } from '@portage/ui';
import { type Extraction, type ExtractionResult, workflowLimits } from '@portage/workflow';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { workflowKeys } from '../../../workflows/workflow-queries.ts';
import { useOpenWorkflow } from '../../save/saving-context.tsx';

const RULES = { name: { displayName: 'Workflow Name', required: true } };

interface ExtractDialogProps {
  chosen: ReadonlySet<string>;
  extract: (name: string) => ExtractionResult;
  /** The workflow was created and is active. */
  onExtracted: (extraction: Extraction, workflowId: string) => void;
  onClose: () => void;
}

/** Names the workflow that the selected steps become, and says which values it receives and returns. */
export function ExtractDialog({ chosen, extract, onExtracted, onClose }: ExtractDialogProps) {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const open = useOpenWorkflow();
  const form = useForm({ initial: { name: suggestName(open.name, chosen) }, rules: RULES });
  const preview = useMemo(() => extract(''), [extract]);

  const submit = form.handleSubmit(async ({ name }) => {
    const result = extract(name);
    if (!result.ok) {
      notify.info(result.message);
      return;
    }
    try {
      const { workflow } = await api('POST /api/workflows', { body: { name: name.trim(), steps: result.extraction.called } });
      const { isSuccess, warnings } = await api('POST /api/workflows/{id}/activate', { params: { id: workflow.id } });
      await queryClient.invalidateQueries({ queryKey: workflowKeys.all });
      onExtracted(result.extraction, workflow.id);
      if (isSuccess) notify.success(`“${workflow.name}” was created. Undo brings the steps back here; the new workflow stays.`);
      else
        notify.error(
          `“${workflow.name}” was created, but is inactive: ${warnings[0]?.userMessage ?? 'activate it before this workflow runs.'}`,
        );
    } catch (error) {
      if (isApiError(error) && error.code === 'validation') form.setServerErrors({ name: error.message });
      else notify.error(error);
    }
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Extract to called workflow"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isPending={form.isSubmitting} onPress={() => submit()}>
            Extract
          </Button>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextField label="Workflow Name" autoFocus maxLength={workflowLimits.nameLength} {...form.bind('name')} />
          {preview.ok ? (
            <Text $breaks>
              The steps move to a new workflow, and a Call Workflow step takes their place.
              <br />
              Input: {listWords(preview.extraction.inputs)}
              <br />
              Response: {listWords(preview.extraction.outputs)}
            </Text>
          ) : null}
        </Stack>
      </form>
    </Dialog>
  );
}

function suggestName(workflowName: string, chosen: ReadonlySet<string>): string {
  const [first = ''] = chosen;
  return `${workflowName}: ${first}`.slice(0, workflowLimits.nameLength);
}

function listWords(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}
