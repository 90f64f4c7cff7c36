import { alertKindNames, alertKinds, messageOf } from '@portage/contracts';
import {
  Banner,
  Button,
  Card,
  Checkbox,
  FormLayout,
  NumberField,
  Stack,
  Switch,
  TextField,
  useForm,
  useHost,
  useSessionUser,
} from '@portage/ui';
import { useState } from 'react';
import { type AlertSettings, alertKeys } from './alert-queries.ts';
import { bodyOf, formOf, settingsRules } from './alert-settings-values.ts';
import { MuteField } from './mute-field.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

/** What the person is alerted of, and how. */
export function AlertSettingsForm({ settings }: { settings: AlertSettings }) {
  const { api, notify, queryClient } = useHost();
  const isAdmin = useSessionUser()?.isAdmin ?? false;
  const form = useForm({ initial: formOf(settings), rules: settingsRules });
  const [error, setError] = useState<string | null>(null);
  const [webhookSecret, setWebhookSecret] = useState<string | null>(null);
  const { silentKinds } = form.values;

  const save = form.handleSubmit(async (values) => {
    setError(null);
    try {
      const saved = await api('PUT /api/alerts/settings', { body: bodyOf(values, isAdmin) });
      queryClient.setQueryData(alertKeys.settings, { settings: saved.settings });
      if (saved.webhookSecret) setWebhookSecret(saved.webhookSecret);
      form.reset(formOf(saved.settings));
      notify.success('Settings of alerts saved.');
    } catch (problem) {
      setError(messageOf(problem));
    }
  });

  return (
    <Card>
      <FormLayout onSubmit={save} noValidate>
        {error === null ? null : <Banner tone="danger">{error}</Banner>}
        <Stack $gap={2} role="group" aria-label="Alert me when">
          <strong>Alert me when</strong>
          {alertKinds.map((kind) => (
            <Checkbox
              key={kind}
              value={!silentKinds.includes(kind)}
              onChange={(isOn) => form.set('silentKinds', isOn ? silentKinds.filter((other) => other !== kind) : [...silentKinds, kind])}
            >
              {alertKindNames[kind]}
            </Checkbox>
          ))}
        </Stack>
        <NumberField
          label="Many runs failed: number of runs"
          hint="Failed runs of one workflow."
          minValue={2}
          maxValue={1_000}
          {...form.bind('failureCount')}
        />
        <NumberField
          label="Many runs failed: within minutes"
          hint="At most 1,440, which is a day."
          minValue={1}
          maxValue={1_440}
          {...form.bind('failureMinutes')}
        />
        <NumberField
          label="A sync lags behind: after minutes"
          hint="Counted from the last whole sync, and never before two syncs of the schedule were missed."
          minValue={15}
          maxValue={43_200}
          {...form.bind('syncLagMinutes')}
        />
        <Switch {...form.bind('sendsEmail')}>Send e-mails</Switch>
        {settings.isEmailConfirmed ? (
          <p>The first alert comes at once. Alerts that follow within an hour come together in one e-mail.</p>
        ) : (
          <Banner tone="warning" title="Your e-mail address is not confirmed">
            E-mails with alerts begin once you open the link in the e-mail that welcomed you, or reset your password by e-mail.
          </Banner>
        )}
        <TextField
          label="Webhook address"
          hint="Alerts are posted there as JSON, signed by Standard Webhooks, at most once a minute. Leave it empty for none."
          maxLength={2_000}
          inputMode="url"
          {...form.bind('webhookUrl')}
        />
        {settings.webhookError ? (
          <Banner tone="warning" title="The webhook did not take the last message">
            {settings.webhookError} Portage tries again for a day.
          </Banner>
        ) : null}
        <WebhookSecret secret={webhookSecret} canRenew={settings.hasWebhookSecret} onRenewed={setWebhookSecret} />
        <MuteField
          hint="Muted alerts are listed but not sent."
          value={form.values.mutedUntil}
          onChange={(mutedUntil) => form.set('mutedUntil', mutedUntil)}
        />
        {isAdmin ? <Switch {...form.bind('isForEveryone')}>Also send me the alerts of all people</Switch> : null}
        <div>
          <Button type="submit" variant="primary" isPending={form.isSubmitting}>
            Save
          </Button>
        </div>
      </FormLayout>
    </Card>
  );
}
