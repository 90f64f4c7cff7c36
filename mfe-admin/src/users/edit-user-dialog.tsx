import { StoredInputNotice, useHost, useStoredInput } from '@portage/area-kit';
import { dashboardTypes } from '@portage/contracts';
import { Button, Checkbox, Dialog, FormLayout, Select, TextField, useForm } from '@portage/ui';
import { useId } from 'react';
import { QuotaFields } from './quota-fields.tsx';
import { computeChanges, toUserForm, type User, userRules } from './user-form.ts';

const dashboardOptions = dashboardTypes.map((value) => ({ value, label: value }));

/** Changes the quotas and switches of a user (spec USER-12..14). */
export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { api, notify, queryClient } = useHost();
  const form = useForm({ initial: toUserForm(user), rules: userRules });
  const kept = useStoredInput(form, { name: `user ${user.id}`, isInDialog: true });
  const formId = useId();

  const save = form.handleSubmit(async (values) => {
    try {
      await api('PUT /api/users/{id}', { params: { id: user.id }, body: computeChanges(values, user) });
    } catch (error) {
      notify.error(error);
      return;
    }
    notify.success(`User "${user.email}" updated.`);
    onClose();
    await queryClient.invalidateQueries({ queryKey: ['users'] });
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Edit User"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={form.isSubmitting}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate>
        <FormLayout>
          <StoredInputNotice kept={kept} />
          <p>{user.email}</p>
          <QuotaFields bind={form.bind} />
          <Checkbox {...form.bind('hideBilling')}>Hide Billing</Checkbox>
          <TextField
            label="Custom billing address"
            hint="Replaces the billing page of this person"
            {...form.bind('customBillingUrl')}
            maxLength={2000}
          />
          <Checkbox {...form.bind('showIntegrationApplications')}>Integration Applications Enabled</Checkbox>
          <Checkbox {...form.bind('showAIChat')}>Show AI Chat</Checkbox>
          <Select label="Dashboard Type" options={dashboardOptions} {...form.bind('dashboardType')} />
          <Checkbox {...form.bind('hasGiftCards')}>Gift Cards</Checkbox>
          <Checkbox {...form.bind('hasWorkflowAccess')}>Workflow Access</Checkbox>
        </FormLayout>
      </form>
    </Dialog>
  );
}
