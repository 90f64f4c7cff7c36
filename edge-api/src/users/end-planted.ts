import type { OwnerId } from '@portage/contracts';
import type { EndedBelongings } from '@portage/database';
import { recordAudit } from '../audit/record-audit.ts';
import { forgetCustomFields } from '../connector-types/documents/custom-field-store.ts';
import { connectionObject } from '../connectors/connection-object.ts';
import type { RequestContext } from '../http/context.ts';
import { cancelUserRuns, countFailures, stopTrigger } from './stop-work.ts';

/** The result of following a mailed link. `notice`: what ended, for the person to read. */
export interface ProofResult {
  success: boolean;
  errorMessage: string | null;
  notice?: string;
}

/**
 * Stops the work of what ended when a mailbox was proven: schedules, events, webhook addresses, runs with their approvals, and connectors'
 * tokens. The engine's sweeps stop what can't be stopped right now.
 *
 * @returns what the person should know; null if nothing had been made
 */
export async function endPlanted(context: RequestContext, userId: OwnerId, ended: EndedBelongings): Promise<string | null> {
  const { env } = context;
  await countFailures(ended.workflows, (workflow) => stopTrigger(context, userId, workflow));
  await countFailures(ended.connectorIds, async (id) => {
    await connectionObject(env, id).forget();
    await forgetCustomFields(env, id);
  });
  const { cancelled } = await cancelUserRuns(context, userId);
  const notice = describeEnded(ended);
  if (notice === null && cancelled === 0) return null;
  const counts = { apiKeys: ended.apiKeys, workflows: ended.workflows.length, connectors: ended.connectorIds.length, runs: cancelled };
  await recordAudit(context, { action: 'user.mailbox-proven', actorUserId: userId, subjectUserId: userId, details: counts });
  return notice;
}

function describeEnded({ apiKeys, hadAlertWebhook, workflows, connectorIds }: EndedBelongings): string | null {
  const parts = [
    ...(apiKeys > 0 ? [`revoked ${counted(apiKeys, 'API key')}`] : []),
    ...(hadAlertWebhook ? ['removed the webhook for alerts'] : []),
    ...(workflows.length > 0 ? [`switched off ${counted(workflows.length, 'workflow')} and changed their webhook addresses`] : []),
    ...(connectorIds.length > 0 ? [`disconnected ${counted(connectorIds.length, 'connector')}`] : []),
  ];
  if (parts.length === 0) return null;
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts[0];
  return `Nobody had yet shown that this account and this mailbox belong to the same person, so Portage ${list}. Look through what is in the account before you use it.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
