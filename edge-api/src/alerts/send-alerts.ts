import { log } from '@portage/contracts/log';
import {
  type AlertChannel,
  type AlertReceiver,
  claimAlertMessages,
  composeAlertMessages,
  findAlertReceiver,
  type HttpDatabase,
  hasAlertsToSend,
  noteAlertMessage,
  type OutboxOutcome,
  type OutgoingMessage,
  recordEnds,
  recordManyFailures,
  recordRepairs,
} from '@portage/database';
import { HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import type { Env } from '../env.ts';
import { canSendMail, mailSender } from '../mail/mail-port.ts';
import { sendOutbox } from '../outbox/send-outbox.ts';
import { postWebhook } from '../outbox/webhook.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';
import { alertMail } from './alert-mail.ts';
import { alertWebhookBody } from './alert-webhook.ts';
import { openWebhookSecret } from './webhook-target.ts';

/** Turns recorded alerts into messages and sends those that are due. A message that is sent twice has the same id. */
export async function sendAlerts(env: Env, db: HttpDatabase, now: () => Date = () => new Date()): Promise<void> {
  await recordEnds(db, now());
  await recordRepairs(db, now());
  if (!(await hasAlertsToSend(db))) return;
  await recordManyFailures(db, now());
  await composeAlertMessages(db, now());
  // Without a mail server, e-mails wait for one.
  const channels: AlertChannel[] = canSendMail(env) ? ['Email', 'Webhook'] : ['Webhook'];
  await sendOutbox({
    claim: (claim) => claimAlertMessages(db, { ...claim, channels }),
    async deliver(message): Promise<OutboxOutcome<{ sentAt: Date }>> {
      const receiver = await findAlertReceiver(db, message.userId);
      if (!receiver || !wants(receiver, message.channel)) return { droppedAt: now(), error: 'The person no longer wants it.' };
      await deliver(env, message, receiver, now());
      return { sentAt: now() };
    },
    note: (message, outcome) => noteAlertMessage(db, message, outcome),
    firstPauseMs: MINUTE_MS / 2,
    longestPauseMs: HOUR_MS,
    now,
    logFailure: ({ id, channel }, cause) => log('warn', 'A message with alerts was not accepted', { messageId: id, channel, cause }),
  });
}

function wants({ wantsEmail, webhookUrl, webhookSecret }: AlertReceiver, channel: AlertChannel): boolean {
  return channel === 'Email' ? wantsEmail : webhookUrl !== null && webhookSecret !== null;
}

async function deliver(env: Env, message: OutgoingMessage, receiver: AlertReceiver, now: Date): Promise<void> {
  const origin = env.PUBLIC_ORIGIN ?? '';
  const { id, userId, channel, alerts, alertCount } = message;
  if (channel === 'Email') {
    await mailSender(env)(alertMail({ userId, ...receiver }, alerts, alertCount, origin), id);
    return;
  }
  const { webhookUrl, webhookSecret } = receiver;
  if (webhookUrl === null || webhookSecret === null) throw new Error('The webhook has no address');
  const secret = await openWebhookSecret(getSecretBox(env), userId, webhookSecret);
  const body = alertWebhookBody(message, origin);
  await postWebhook(env.EGRESS, { url: webhookUrl, secret, id, userAgent: 'Portage-Alerts', body }, now);
}
