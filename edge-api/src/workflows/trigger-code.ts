/** The last part of a webhook address: 192 random bits, so that it can't be guessed. */
export function makeTriggerCode(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');
}

/** The address that starts a workflow (spec API-36, API-45). */
export function buildWebhookUrl(publicOrigin: string, triggerCode: string): string {
  return `${publicOrigin}/api/webhooks/${triggerCode}`;
}
