import { signatureSchemes } from '@portage/connectors/signatures';
import { type Form, Select } from '@portage/ui';
import { Columns, FormSection } from './form-section.tsx';
import type { TypeValues } from './form-values.ts';
import { SecretField } from './secret-field.tsx';

export function WebhookSection({ form }: { form: Form<TypeValues> }) {
  const known = signatureSchemes.map(({ name, label }): { value: string; label: string } => ({ value: name, label }));
  const { webhookType } = form.values;
  const isKnown = webhookType === '' || known.some(({ value }) => value === webhookType);
  const options = [
    { value: '', label: 'The system sends no webhooks' },
    ...known,
    ...(isKnown ? [] : [{ value: webhookType, label: `${webhookType} (unknown here)` }]),
  ];
  return (
    <FormSection title="Webhooks" hint="Deliveries with a wrong signature are rejected.">
      <Columns>
        <Select label="Webhook Type" options={options} {...form.bind('webhookType')} />
        {webhookType ? <SecretField label="Webhook Verification Token" {...form.bind('webhookVerificationToken')} /> : null}
      </Columns>
    </FormSection>
  );
}
