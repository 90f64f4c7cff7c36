import { formatErrorCauses, log } from '@portage/contracts/log';
import {
  type AlertChannel,
  type AlertReceiver,
  type AttemptOutcome,
  claimAlertMessages,
  composeAlertMessages,
  findAlertReceiver,
  type HttpDatabase,
  hasAlertsToSend,
  noteAttempt,
  type OutgoingMessage,
  recordEnds,
  recordManyFailures,
  recordRepairs,
} from '@portage/database';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import type { Env } from '../env.ts';
import { canSendMail, mailSender } from '../mail/mail-port.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';
import { alertMail } from './alert-mail.ts';
import { postAlertWebhook } from './alert-webhook.ts';
import { openWebhookSecret } from './webhook-target.ts';

const MESSAGES_A_ROUND = 20;
const MOST_ROUNDS = 10;
/** Longer than all attempts at one message can take together. */
const CLAIM_MS = MINUTE_MS;
const FIRST_PAUSE_MS = MINUTE_MS / 2;
const TRIED_FOR_MS = DAY_MS;

/**
 * Turns recorded alerts into messages and sends those that are due. It may be stopped at any point and may run twice at once:
 * each message is in the outbox before it is sent, and its id lets the receiver recognize a duplicate.
 */
export async function sendAlerts(env: Env, db: HttpDatabase, now: () => Date = () => new Date()): Promise<void> {
  await recordEnds(db, now());
  await recordRepairs(db, now());
  if (!(await hasAlertsToSend(db))) return;
  await recordManyFailures(db, now());
  await composeAlertMessages(db, now());
  // Without a mail server, e-mails wait for one.
  const channels: AlertChannel[] = canSendMail(env) ? ['Email', 'Webhook'] : ['Webhook'];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const at = now();
    const until = new Date(at.getTime() + CLAIM_MS);
    const messages = await claimAlertMessages(db, { channels, limit: MESSAGES_A_ROUND, now: at, until });
    await Promise.all(messages.map((message) => attempt(env, db, message, now)));
    if (messages.length < MESSAGES_A_ROUND) return;
  }
}

async function attempt(env: Env, db: HttpDatabase, message: OutgoingMessage, now: () => Date): Promise<void> {
  await noteAttempt(db, message, await attemptDelivery(env, db, message, now));
}

async function attemptDelivery(env: Env, db: HttpDatabase, message: OutgoingMessage, now: () => Date): Promise<AttemptOutcome> {
  try {
    const receiver = await findAlertReceiver(message.userId, db);
    if (!receiver || !wants(receiver, message.channel)) return { droppedAt: now(), error: 'The person no longer wants it.' };
    await deliver(env, message, receiver, now());
    return { sentAt: now() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log('warn', 'A message with alerts was not taken', {
      messageId: message.id,
      channel: message.channel,
      cause: formatErrorCauses(error),
    });
    const again = new Date(now().getTime() + Math.min(HOUR_MS, FIRST_PAUSE_MS * 2 ** message.attempts));
    const isTooLate = again.getTime() - message.createdAt.getTime() > TRIED_FOR_MS;
    return isTooLate ? { droppedAt: now(), error: reason } : { again, error: reason };
  }
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
  await postAlertWebhook(env.EGRESS, { url: webhookUrl, secret }, message, origin, now);
}
