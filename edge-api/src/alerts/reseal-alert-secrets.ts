import { type HttpDatabase, listWebhookSecretsNotUnder, replaceWebhookSecret, type SecretBox } from '@portage/database';
import { resealWebhookSecret } from './webhook-target.ts';

/** Reseals, in batches, webhook secrets that older keys sealed. */
export async function resealAlertSecrets(db: HttpDatabase, box: SecretBox): Promise<void> {
  for (const { userId, webhookSecret } of await listWebhookSecretsNotUnder(db, box.currentPrefix)) {
    await replaceWebhookSecret(db, userId, { present: webhookSecret, next: await resealWebhookSecret(box, userId, webhookSecret) });
  }
}
