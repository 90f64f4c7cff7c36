import { deploymentHookCalls, MOST_HOOKS } from '@portage/contracts/calls';
import {
  type DeploymentHookRow,
  deleteHook,
  findHook,
  type HookMessageRow,
  insertHook,
  insertHookMessage,
  isUuid,
  listHookMessages,
  listHooks,
  noteHookMessage,
} from '@portage/database';
import { MINUTE_MS } from '@portage/primitives/durations';
import { auditChange } from '../../audit/record-audit.ts';
import { conflict, notFound } from '../../http/api-problem.ts';
import type { UserContext } from '../../http/context.ts';
import { implement } from '../../http/implement.ts';
import { checkedWebhookUrl, newWebhookSecret } from '../../outbox/webhook.ts';
import { getSecretBox } from '../../secrets/secret-box-of.ts';
import { describeHookEvent } from './hook-bodies.ts';
import { sealHookTarget } from './hook-target.ts';
import { deliverHookMessage } from './send-hook-messages.ts';

const LISTED = 10;

export const hookRoutes = implement(deploymentHookCalls, {
  'GET /api/deployments/hooks': async (_, { db }) => {
    const [hooks, messages] = await Promise.all([listHooks(db), listHookMessages(db, LISTED)]);
    return { hooks: hooks.map((hook) => presentHook(hook, messages)) };
  },

  'POST /api/deployments/hooks': async ({ body: { name, kind, url } }, context) => {
    const { db, env, user, now, newId } = context;
    const checked = await checkedWebhookUrl(url, env.EGRESS, 'url');
    if ((await listHooks(db)).length >= MOST_HOOKS) throw conflict('too-many-hooks', `There are ${MOST_HOOKS} hooks. Delete one first.`);
    const [id, secret] = [newId(), kind === 'Webhook' ? newWebhookSecret() : null];
    const target = await sealHookTarget(getSecretBox(env), id, { url: checked, secret });
    const hook = { id, name, kind, origin: new URL(checked).origin, target, createdAt: now(), by: user.email };
    await insertHook(db, hook);
    await auditHook(context, 'deployment.hook-added', hook);
    return { hook: presentHook(hook, []), secret };
  },

  'DELETE /api/deployments/hooks/{id}': async ({ params }, context) => {
    if (!isUuid(params.id)) throw notFound('This hook');
    const hook = await findHook(context.db, params.id);
    if (!hook) return { isDeleted: false };
    await deleteHook(context.db, hook.id);
    await auditHook(context, 'deployment.hook-deleted', hook);
    return { isDeleted: true };
  },

  'POST /api/deployments/hooks/{id}/test': async ({ params }, context) => {
    const hook = await findHook(context.db, params.id);
    if (!hook) throw notFound('This hook');
    const delivery = await sendTest(context, hook);
    await auditHook(context, 'deployment.hook-tested', hook);
    return { delivery: presentDelivery(delivery) };
  },
});

/** Once: somebody is looking, and tries again. */
async function sendTest({ db, env, user, now, newId }: UserContext, hook: DeploymentHookRow): Promise<HookMessageRow> {
  const createdAt = now();
  const message = {
    id: newId(),
    hookId: hook.id,
    event: { set: null, by: user.email, action: 'Test', note: null, changes: [] },
    createdAt,
    attempts: 1,
    // No cron takes it meanwhile.
    nextAttemptAt: new Date(createdAt.getTime() + MINUTE_MS),
    sentAt: null,
    droppedAt: null,
    error: null,
  };
  await insertHookMessage(db, message);
  const outcome = await deliverHookMessage(env, { ...message, hook }, createdAt).then(
    () => ({ sentAt: now() }),
    (error: Error) => ({ droppedAt: now(), error: error.message }),
  );
  await noteHookMessage(db, message, outcome);
  return { ...message, ...outcome };
}

function auditHook(
  context: UserContext,
  action: 'deployment.hook-added' | 'deployment.hook-deleted' | 'deployment.hook-tested',
  { id, name, kind, origin }: DeploymentHookRow,
): Promise<void> {
  return auditChange(context, action, { hookId: id, name, kind, origin });
}

function presentHook({ id, name, kind, origin, createdAt, by }: DeploymentHookRow, messages: readonly HookMessageRow[]) {
  const deliveries = messages.filter(({ hookId }) => hookId === id).map(presentDelivery);
  return { id, name, kind, origin, createdAt: createdAt.toISOString(), by, deliveries };
}

function presentDelivery({ id, event, createdAt, attempts, sentAt, droppedAt, error }: HookMessageRow) {
  const status: 'Waiting' | 'Delivered' | 'Failed' = sentAt ? 'Delivered' : droppedAt ? 'Failed' : 'Waiting';
  return { id, at: createdAt.toISOString(), title: describeHookEvent(event), status, attempts, error };
}
