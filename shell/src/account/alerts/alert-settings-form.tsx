import { StoredInputNotice, useHost, useSessionUser, useStoredInput } from '@portage/area-kit/base';
import { alertKindNames, alertKinds, getErrorMessage } from '@portage/contracts';
import { Banner, Button, Card, Checkbox, font, Inline, Muted, space, TextField, useForm } from '@portage/ui/base';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { ALERT_SETTINGS } from '../account-queries.ts';
import { Fields } from '../section-parts.tsx';
import { type AlertSettings, settingsRules, toFormValues, toRequestBody } from './alert-settings-values.ts';
import { MuteField } from './mute-field.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const Kinds = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    margin-bottom: ${space(2)};
    padding: 0;
    font-size: ${font.size.small};
    font-weight: ${font.weight.medium};
  }
`;

export function AlertSettingsForm({ settings }: { settings: AlertSettings }) {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const isAdmin = useSessionUser()?.isAdmin ?? false;
  const form = useForm({ initial: toFormValues(settings), rules: settingsRules });
  // A webhook's address is often as sensitive as a password.
  const kept = useStoredInput(form, { name: 'alerts', isSecret: (field) => field === 'webhookUrl' });
  const [error, setError] = useState<string | null>(null);
  const [webhookSecret, setWebhookSecret] = useState<string | null>(null);
  const { silentKinds } = form.values;

  const save = form.handleSubmit(async (values) => {
    setError(null);
    try {
      const saved = await api('PUT /api/alerts/settings', { body: toRequestBody(values, isAdmin) });
      queryClient.setQueryData(ALERT_SETTINGS, { settings: saved.settings });
      if (saved.webhookSecret) setWebhookSecret(saved.webhookSecret);
      form.takeSaved(toFormValues(saved.settings), values);
      notify.success('Alert settings saved.');
    } catch (problem) {
      setError(getErrorMessage(problem));
    }
  });

  return (
    <Card title="Alerts">
      <Fields noValidate onSubmit={(event) => void save(event)}>
        {error === null ? null : <Banner tone="danger">{error}</Banner>}
        <StoredInputNotice kept={kept} />
        <Kinds>
          <legend>Alert me when</legend>
          {alertKinds.map((kind) => (
            <Checkbox
              key={kind}
              value={!silentKinds.includes(kind)}
              onChange={(isOn) => form.set('silentKinds', isOn ? silentKinds.filter((other) => other !== kind) : [...silentKinds, kind])}
            >
              {alertKindNames[kind]}
            </Checkbox>
          ))}
        </Kinds>
        <TextField
          label="Many runs failed: number of runs"
          hint="Failed runs of one workflow, from 2 to 1,000."
          inputMode="numeric"
          {...form.bind('failureCount')}
        />
        <TextField
          label="Many runs failed: time window in minutes"
          hint="At most 1,440, which is a day."
          inputMode="numeric"
          {...form.bind('failureMinutes')}
        />
        <TextField
          label="Many records in Error: number of records"
          hint="More records in Error than this, counted once a sync has ended."
          inputMode="numeric"
          {...form.bind('syncErrorCount')}
        />
        <TextField
          label="Many records in Error: percentage"
          hint="Or a larger share of the sync’s records than this, so that small syncs are noticed too."
          inputMode="numeric"
          {...form.bind('syncErrorPercent')}
        />
        <TextField
          label="A sync lags behind: delay in minutes"
          hint="Counted from the last complete sync, and never before two scheduled syncs were missed."
          inputMode="numeric"
          {...form.bind('syncLagMinutes')}
        />
        <Checkbox {...form.bind('sendsEnds')}>Also tell me when it’s resolved</Checkbox>
        <Muted as="p">
          Sent when a workflow runs again after many failures, a connector works again, or a sync has caught up or has few errors. Other
          alerts don’t end.
        </Muted>
        <Checkbox {...form.bind('sendsEmail')}>Send e-mails</Checkbox>
        {settings.isEmailConfirmed ? (
          <Muted as="p">The first alert comes at once. Alerts that follow within an hour come together in one e-mail.</Muted>
        ) : (
          <Banner tone="warning" title="Your e-mail address is not confirmed">
            Alert e-mails start once you confirm it. Until then, you’ll see alerts here, and your webhook still gets them.
          </Banner>
        )}
        <TextField
          label="Webhook address"
          hint="Alerts are posted there as JSON, signed as Standard Webhooks specifies, at most once a minute. Leave it empty for none."
          maxLength={2_000}
          inputMode="url"
          {...form.bind('webhookUrl')}
        />
        {settings.webhookError ? (
          <Banner tone="warning" title="The webhook didn’t accept the last message">
            {settings.webhookError} Portage tries again for a day.
          </Banner>
        ) : null}
        <WebhookSecret secret={webhookSecret} canRenew={settings.hasWebhookSecret} onRenewed={setWebhookSecret} />
        <MuteField value={form.values.mutedUntil} onChange={(mutedUntil) => form.set('mutedUntil', mutedUntil)} />
        {isAdmin ? <Checkbox {...form.bind('isForEveryone')}>Also send me everyone’s alerts</Checkbox> : null}
        <Inline>
          <Button type="submit" variant="primary" isPending={form.isSubmitting}>
            Save
          </Button>
        </Inline>
      </Fields>
    </Card>
  );
}
