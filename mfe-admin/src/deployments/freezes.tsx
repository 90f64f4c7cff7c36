import { useHost } from '@portage/area-kit';
import { HOUR_MS } from '@portage/primitives/durations';
import { Banner, Button, Dialog, FormLayout, formatDateTime, Select, TextField, useForm } from '@portage/ui';
import { useId } from 'react';
import { EVERYTHING, type Freeze, formatFrozen } from './deployment.ts';
import { useChanges } from './deployment-queries.ts';

const LENGTHS = [
  { value: '4', label: '4 hours' },
  { value: '24', label: '1 day' },
  { value: '72', label: '3 days' },
  { value: '168', label: '1 week' },
  { value: '672', label: '4 weeks' },
];

export function FreezeBanner({ freeze: { name, endsAt, reason, by } }: { freeze: Freeze }) {
  const { notify } = useHost();
  const { endFreeze } = useChanges();
  return (
    <Banner
      tone="warning"
      title={`${formatFrozen(name)} is frozen until ${formatDateTime(endsAt)}`}
      action={
        <Button size="dense" aria-label={`End freeze of ${name}`} onPress={() => endFreeze(name).catch(notify.error)}>
          End freeze
        </Button>
      }
    >
      {reason} ({by})
    </Banner>
  );
}

interface FreezeDialogProps {
  /** Areas and Workers. */
  names: readonly string[];
  onClose: () => void;
}

/** Keeps people from changing what is live; automatic fallbacks still happen. */
export function FreezeDialog({ names, onClose }: FreezeDialogProps) {
  const { notify } = useHost();
  const { freeze } = useChanges();
  const formId = useId();
  const form = useForm({
    initial: { name: EVERYTHING, hours: '24', reason: '' },
    rules: { reason: { required: true, displayName: 'Reason' } },
  });
  const submit = form.handleSubmit(async ({ name, hours, reason }) => {
    try {
      await freeze(name, new Date(Date.now() + Number(hours) * HOUR_MS), reason);
      onClose();
    } catch (error) {
      notify.error(error);
    }
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Freeze deployments"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={form.isSubmitting}>
            Freeze
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <FormLayout as="div">
          <Select
            label="What"
            options={[{ value: EVERYTHING, label: 'Everything' }, ...names.map((name) => ({ value: name, label: name }))]}
            {...form.bind('name')}
          />
          <Select label="For" options={LENGTHS} {...form.bind('hours')} />
          <TextField label="Reason" hint="People who try to deploy see it." {...form.bind('reason')} />
        </FormLayout>
      </form>
    </Dialog>
  );
}
