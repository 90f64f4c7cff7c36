import type { SecretBox } from '@portage/database';

export function sealWebhookSecret(box: SecretBox, userId: string, secret: string): Promise<string> {
  return box.seal(buildSealContext(userId), secret);
}

export function openWebhookSecret(box: SecretBox, userId: string, sealed: string): Promise<string> {
  return box.open(buildSealContext(userId), sealed);
}

/** Seals the secret with the current key. */
export function resealWebhookSecret(box: SecretBox, userId: string, sealed: string): Promise<string> {
  return box.reseal(buildSealContext(userId), sealed);
}

function buildSealContext(userId: string): string {
  return `alert-webhook:${userId}`;
}
