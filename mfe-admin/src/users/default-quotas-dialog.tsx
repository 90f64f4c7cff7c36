import { StoredInputNotice, useHost, useStoredInput } from '@portage/area-kit';
import { Button, Dialog, FailedRead, FormLayout, Stack, useForm, useLoaded } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { QuotaFields } from './quota-fields.tsx';
import { type QuotaForm, quotaRules, toQuotaForm, toQuotas } from './quota-form.ts';

const KEY = ['users', 'default-quotas'];

export function DefaultQuotasDialog({ onClose }: { onClose: () => void }) {
  const { api } = useHost();
  const formId = useId();
  const stored = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api('GET /api/users/default-quotas', {}, { signal }),
    // Reloaded whenever the form opens; never overwrites what the admin typed.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { shown, indicator } = useLoaded(stored.data);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Quotas of new accounts"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={!shown}>
            Save
          </Button>
        </>
      }
    >
      {stored.error ? (
        <FailedRead query={stored} />
      ) : shown ? (
        <QuotasForm formId={formId} initial={toQuotaForm(shown.workflowQuotaSettings)} onClose={onClose} />
      ) : (
        indicator
      )}
    </Dialog>
  );
}

function QuotasForm({ formId, initial, onClose }: { formId: string; initial: QuotaForm; onClose: () => void }) {
  const { api, notify, queryClient } = useHost();
  const form = useForm({ initial, rules: quotaRules });
  const kept = useStoredInput(form, { name: 'default quotas', isInDialog: true });
  const save = form.handleSubmit(async (values) => {
    try {
      await api('PUT /api/users/default-quotas', { body: { workflowQuotaSettings: toQuotas(values) } });
    } catch (error) {
      notify.error(error);
      return;
    }
    notify.success('Quotas of new accounts saved.');
    onClose();
    await queryClient.invalidateQueries({ queryKey: KEY });
  });
  return (
    <form id={formId} onSubmit={save} noValidate>
      <Stack>
        <StoredInputNotice kept={kept} />
        <p>New accounts start with these quotas. Existing accounts keep theirs; use Edit to change one.</p>
        <FormLayout>
          <QuotaFields bind={form.bind} />
        </FormLayout>
      </Stack>
    </form>
  );
}
