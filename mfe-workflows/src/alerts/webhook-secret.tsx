import { Banner, Button, CodeBlock, useConfirm, useHost } from '@portage/ui';

export interface WebhookSecretProps {
  /** Shown once, right after it was made. */
  secret: string | null;
  canRenew: boolean;
  onRenewed: (secret: string) => void;
}

/** The secret that signs what is sent to the webhook. */
export function WebhookSecret({ secret, canRenew, onRenewed }: WebhookSecretProps) {
  const { api, notify } = useHost();
  const [confirm, question] = useConfirm();

  const askToRenew = () =>
    confirm({
      message: 'The present secret ends at once. The receiver refuses alerts until it has the new one.',
      onConfirm: async () => {
        onRenewed((await api('POST /api/alerts/settings/webhook-secret', {})).webhookSecret);
        notify.success('The webhook has a new secret.');
      },
    });

  return (
    <>
      {secret === null ? null : (
        <Banner title="The secret of the webhook, shown this once">
          <CodeBlock code={secret} label="Webhook secret" />
        </Banner>
      )}
      {canRenew ? (
        <div>
          <Button onPress={askToRenew}>New webhook secret</Button>
        </div>
      ) : null}
      {question}
    </>
  );
}
