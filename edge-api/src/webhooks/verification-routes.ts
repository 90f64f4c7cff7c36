import { isSignatureScheme } from '@portage/connectors';
import { customSignatureProblem } from '@portage/connectors/signatures';
import { webhookVerificationCalls } from '@portage/contracts/calls';
import { deleteWebhookVerification, findWebhookVerification, saveWebhookVerification } from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { invalid, workflowNotFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';
import { triggerChanged } from './trigger-changes.ts';
import { sealVerificationSecret } from './verification-secret.ts';

export const webhookVerificationRoutes = implement(webhookVerificationCalls, {
  'GET /api/workflows/{id}/webhook-verification': ({ params }, context) => read(params.id, context),
  'PUT /api/workflows/{id}/webhook-verification': async ({ params, body }, context) => {
    const { db, user, env } = context;
    const { triggerCode, verification: before } = await find(params.id, context);
    if (body.verification === null) await deleteWebhookVerification(db, user.id, params.id);
    else {
      const { secret, ...settings } = body.verification;
      checkSettings(settings);
      if (secret === undefined && !before) throw invalid('Please enter the secret with which calls are signed.', 'secret');
      const sealed = secret === undefined ? before?.secret : await sealVerificationSecret(getSecretBox(env), params.id, secret);
      await saveWebhookVerification(db, user.id, params.id, { settings, secret: sealed ?? '' });
    }
    await triggerChanged(context, { workflowId: params.id, ownerUserId: user.id, triggerCode });
    await auditChange(context, 'workflow.webhook-verification-saved', {
      workflowId: params.id,
      before: before?.settings.scheme ?? null,
      after: body.verification?.scheme ?? null,
    });
    return read(params.id, context);
  },
});

function checkSettings({ scheme, custom }: { scheme: string; custom?: Parameters<typeof customSignatureProblem>[0] }): void {
  if (scheme !== 'custom') {
    if (!isSignatureScheme(scheme)) throw invalid('Please choose one of the supported ways to sign a webhook.', 'scheme');
    if (custom) throw invalid('Only the scheme “custom” has settings.', 'custom');
    return;
  }
  if (!custom) throw invalid('Please choose how the calls are signed.', 'custom');
  const problem = customSignatureProblem(custom);
  if (problem !== null) throw invalid(problem, 'custom.template');
}

async function find(workflowId: string, { db, user }: UserContext) {
  const found = await findWebhookVerification(db, user.id, workflowId);
  if (!found) throw workflowNotFound();
  return found;
}

async function read(workflowId: string, context: UserContext) {
  const { verification } = await find(workflowId, context);
  if (!verification) return { verification: null };
  const { settings, refusedCount, lastRefusedAt, lastRefusal } = verification;
  return { verification: { ...settings, refusedCount, lastRefusedAt: lastRefusedAt?.toISOString() ?? null, lastRefusal } };
}
