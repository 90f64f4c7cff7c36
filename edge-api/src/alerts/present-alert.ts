import type { HandlerResult } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import type { AlertRecord, AlertSettingsRow } from '@portage/database';
import type { SignedInUser } from '../http/context.ts';

export function presentAlert(alert: AlertRecord): HandlerResult<Calls, 'GET /api/alerts'>['alerts'][number] {
  return {
    id: alert.id,
    kind: alert.kind,
    ownerUserId: alert.ownerUserId,
    ownerUserEmail: alert.ownerEmail,
    name: alert.name,
    workflowId: alert.workflowId,
    connectorId: alert.connectorId,
    flowId: alert.flowId,
    runId: alert.runId,
    message: alert.message,
    count: alert.count,
    firstAt: alert.firstAt.toISOString(),
    lastAt: alert.lastAt.toISOString(),
    endedAt: alert.endedAt?.toISOString() ?? null,
    readAt: alert.readAt?.toISOString() ?? null,
  };
}

export function presentAlertSettings(
  settings: AlertSettingsRow,
  user: Pick<SignedInUser, 'emailConfirmed'>,
): HandlerResult<Calls, 'GET /api/alerts/settings'>['settings'] {
  return {
    silentKinds: settings.silentKinds,
    sendsEmail: settings.sendsEmail,
    sendsEnds: settings.sendsEnds,
    webhookUrl: settings.webhookUrl,
    hasWebhookSecret: settings.webhookSecret !== null,
    webhookError: settings.webhookError,
    failureCount: settings.failureCount,
    failureMinutes: settings.failureMinutes,
    syncLagMinutes: settings.syncLagMinutes,
    syncErrorCount: settings.syncErrorCount,
    syncErrorPercent: settings.syncErrorPercent,
    mutedUntil: settings.mutedUntil?.toISOString() ?? null,
    isForEveryone: settings.isForEveryone,
    isEmailConfirmed: user.emailConfirmed,
  };
}
