import { Banner, LinkButton } from '@portage/ui';
import { useWebhookError } from './alert-queries.ts';

/** Alerts that are sent only to a webhook have reached no one. */
export function WebhookProblem() {
  const { data: error } = useWebhookError();
  if (!error) return null;
  return (
    <Banner
      tone="warning"
      title="Your webhook didn’t accept the last message"
      action={<LinkButton href="/account/alerts">Check its address</LinkButton>}
    >
      {error} Portage tries again for a day.
    </Banner>
  );
}
