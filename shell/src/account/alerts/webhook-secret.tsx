import { useHost } from '@portage/area-kit/base';
import { Banner, Button, TextField } from '@portage/ui/base';
import { useServices } from '../../app/services-context.tsx';
import { Stack } from '../section-parts.tsx';

interface WebhookSecretProps {
  /** Shown once, right after it was created. */
  secret: string | null;
  canRenew: boolean;
  onRenewed: (secret: string) => void;
}

/** The secret that signs what is sent to the webhook. */
export function WebhookSecret({ secret, canRenew, onRenewed }: WebhookSecretProps) {
  const { api, notify } = useHost();
  const { questions } = useServices();

  async function renew(): Promise<void> {
    const text = 'The current secret stops working at once. The receiver rejects alerts until it has the new one.';
    if (!(await questions.ask({ text, confirm: 'Create a new secret', cancel: 'No', isDestructive: true }))) return;
    try {
      onRenewed((await api('POST /api/alerts/settings/webhook-secret', {})).webhookSecret);
      notify.success('The webhook has a new secret.');
    } catch (error) {
      notify.error(error);
    }
  }

  return (
    <>
      {secret === null ? null : (
        <Banner title="Webhook secret, shown only once">
          <Stack>
            <TextField
              label="Webhook secret"
              value={secret}
              onChange={() => undefined}
              onFocus={(event) => event.target.select()}
              readOnly
              spellCheck={false}
              autoComplete="off"
            />
          </Stack>
        </Banner>
      )}
      {canRenew ? (
        <div>
          <Button onClick={() => void renew()}>New webhook secret</Button>
        </div>
      ) : null}
    </>
  );
}
