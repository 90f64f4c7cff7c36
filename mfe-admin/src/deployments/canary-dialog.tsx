import { useHost } from '@portage/area-kit';
import { Button, Dialog, FormLayout, formatDateTime, NumberField, Select, useForm } from '@portage/ui';
import { useId } from 'react';
import { choosableVersions, type Deployment, isBad } from './deployment.ts';

interface CanaryDialogProps {
  deployment: Deployment;
  /** Proposed by the dialog. */
  version?: string | undefined;
  onSet: (version: string, percent: number) => Promise<void>;
  onClose: () => void;
}

const USUAL_PERCENT = 10;

export function CanaryDialog({ deployment, version, onSet, onClose }: CanaryDialogProps) {
  const { notify } = useHost();
  const formId = useId();
  const { canary } = deployment;
  const versions = choosableVersions(deployment);
  const form = useForm({
    initial: {
      version: version ?? canary?.version ?? versions.find((one) => !isBad(deployment, one.version))?.version ?? '',
      percent: (canary && (!version || version === canary.version) ? canary.percent : USUAL_PERCENT) as number | null,
    },
    rules: {
      version: { required: true, displayName: 'Version' },
      percent: {
        required: true,
        requiredMessage: 'A share from 1 to 99 percent',
        validate: (percent) => (percent !== null && percent >= 1 && percent <= 99 ? undefined : 'A share from 1 to 99 percent'),
      },
    },
  });
  const submit = form.handleSubmit(async ({ version: chosen, percent }) => {
    try {
      await onSet(chosen, percent ?? USUAL_PERCENT);
      onClose();
    } catch (error) {
      notify.error(error);
    }
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Canary of ${deployment.name}`}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={form.isSubmitting}>
            Set share
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <FormLayout as="div">
          <Select
            label="Version"
            options={versions.map((one) => ({
              value: one.version,
              label: `${one.version}${isBad(deployment, one.version) ? ', bad' : ''}, of ${formatDateTime(one.uploadedAt)}`,
            }))}
            {...form.bind('version')}
          />
          <NumberField
            label="Share of people, in percent"
            hint="The same people get it each time, and they keep it when the share grows."
            minValue={1}
            maxValue={99}
            step={1}
            {...form.bind('percent')}
          />
        </FormLayout>
      </form>
    </Dialog>
  );
}
