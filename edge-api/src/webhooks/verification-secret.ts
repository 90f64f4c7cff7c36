import { type HttpDatabase, listVerificationSecretsNotUnder, replaceVerificationSecret, type SecretBox } from '@portage/database';

export function sealVerificationSecret(box: SecretBox, workflowId: string, secret: string): Promise<string> {
  return box.seal(buildSealContext(workflowId), secret);
}

export function openVerificationSecret(box: SecretBox, workflowId: string, sealed: string): Promise<string> {
  return box.open(buildSealContext(workflowId), sealed);
}

/** Reseals, in batches, secrets that older keys sealed. */
export async function resealVerificationSecrets(db: HttpDatabase, box: SecretBox): Promise<void> {
  for (const { workflowId, secret } of await listVerificationSecretsNotUnder(db, box.currentPrefix)) {
    await replaceVerificationSecret(db, workflowId, { present: secret, next: await box.reseal(buildSealContext(workflowId), secret) });
  }
}

function buildSealContext(workflowId: string): string {
  return `webhook-verification:${workflowId}`;
}
