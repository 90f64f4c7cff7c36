import { alertCalls } from '@portage/contracts/calls';
import {
  countUnreadAlerts,
  findAlertSettings,
  findTimeZone,
  findWorkflowAlerts,
  isAdmin,
  listAlerts,
  markAlertsRead,
  saveAlertSettings,
  saveWorkflowAlerts,
} from '@portage/database';
import { withoutUndefined } from '@portage/primitives/without-undefined';
import { forbidden, notFound } from '../http/api-problem.ts';
import { implement } from '../http/implement.ts';
import { listScope } from '../http/list-scope.ts';
import { requireConfirmed } from '../http/require-confirmed.ts';
import { checkedWebhookUrl, newWebhookSecret } from '../outbox/webhook.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';
import { hideMessages } from './hide-messages.ts';
import { presentAlert, presentAlertSettings } from './present-alert.ts';
import { sealWebhookSecret } from './webhook-target.ts';

export const alertRoutes = implement(alertCalls, {
  'GET /api/alerts': async ({ query }, context) => {
    const { db, user } = context;
    const found = await listAlerts(db, listScope(user, { isAdmin: query.isAdmin }), query);
    return { alerts: (await hideMessages(found.alerts, context)).map(presentAlert), totalCount: found.totalCount };
  },
  'GET /api/alerts/unread-count': async (_, { db, user }) => {
    const [unreadCount, timeZone] = await Promise.all([countUnreadAlerts(db, user.id), findTimeZone(db, user.id)]);
    return { unreadCount, timeZone };
  },
  'POST /api/alerts/read': async ({ body }, { db, user, now }) => {
    await markAlertsRead(db, user.id, body.alertIds, now());
    return { unreadCount: await countUnreadAlerts(db, user.id) };
  },
  'GET /api/alerts/settings': async (_, { db, user }) => ({
    settings: presentAlertSettings(await findAlertSettings(db, user.id), user),
  }),
  'PUT /api/alerts/settings': async ({ body }, { db, user, env }) => {
    const { mutedUntil, webhookUrl, ...change } = body;
    if (change.isForEveryone && !isAdmin(user)) throw forbidden();
    if (webhookUrl) requireConfirmed(user);
    const url =
      webhookUrl === undefined || webhookUrl === null ? webhookUrl : await checkedWebhookUrl(webhookUrl, env.EGRESS, 'webhookUrl');
    const needsSecret = typeof url === 'string' && (await findAlertSettings(db, user.id)).webhookSecret === null;
    const webhookSecret = needsSecret ? newWebhookSecret() : null;
    const sealed = webhookSecret && (await sealWebhookSecret(getSecretBox(env), user.id, webhookSecret));
    const saved = await saveAlertSettings(db, user.id, {
      ...withoutUndefined(change),
      ...(mutedUntil === undefined ? {} : { mutedUntil: parseInstant(mutedUntil) }),
      ...(url === undefined ? {} : { webhookUrl: url }),
      ...(url === null ? { webhookSecret: null } : {}),
      ...(sealed ? { firstWebhookSecret: sealed } : {}),
    });
    return { settings: presentAlertSettings(saved, user), webhookSecret: saved.webhookSecret === sealed ? webhookSecret : null };
  },
  'POST /api/alerts/settings/webhook-secret': async (_, { db, user, env }) => {
    const webhookSecret = newWebhookSecret();
    await saveAlertSettings(db, user.id, { webhookSecret: await sealWebhookSecret(getSecretBox(env), user.id, webhookSecret) });
    return { webhookSecret };
  },
  'GET /api/alerts/workflows/{workflowId}': async ({ params }, { db, user }) => {
    const found = await findWorkflowAlerts(db, user.id, params.workflowId);
    if (!found) throw notFound('This workflow');
    return { isEnabled: found.isEnabled, mutedUntil: found.mutedUntil?.toISOString() ?? null };
  },
  'PUT /api/alerts/workflows/{workflowId}': async ({ params, body }, { db, user }) => {
    const change = { isEnabled: body.isEnabled, mutedUntil: parseInstant(body.mutedUntil) };
    if (!(await saveWorkflowAlerts(db, user.id, params.workflowId, change))) throw notFound('This workflow');
    return { isEnabled: change.isEnabled, mutedUntil: change.mutedUntil?.toISOString() ?? null };
  },
});

function parseInstant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
