import { log } from '@portage/contracts/log';
import {
  claimHookMessages,
  type HttpDatabase,
  listHooksNotUnder,
  noteHookMessage,
  type OutgoingHookMessage,
  replaceHookTarget,
} from '@portage/database';
import { HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import type { Env } from '../../env.ts';
import { sendOutbox } from '../../outbox/send-outbox.ts';
import { postWebhook } from '../../outbox/webhook.ts';
import { getSecretBox } from '../../secrets/secret-box-of.ts';
import { hookBody } from './hook-bodies.ts';
import { openHookTarget, resealHookTarget } from './hook-target.ts';

/** Sends the messages to hooks that are due. A change calls it through `waitUntil`, a cron tries again. */
export async function sendHookMessages(env: Env, db: HttpDatabase, now: () => Date = () => new Date()): Promise<void> {
  await sendOutbox({
    claim: (claim) => claimHookMessages(db, claim),
    async deliver(message) {
      await deliverHookMessage(env, message, now());
      return { sentAt: now() };
    },
    note: (message, outcome) => noteHookMessage(db, message, outcome),
    firstPauseMs: MINUTE_MS / 2,
    longestPauseMs: HOUR_MS,
    now,
    logFailure: ({ id, hookId }, cause) => log('warn', 'A message about a deployment was not accepted', { messageId: id, hookId, cause }),
  });
}

/** @throws Error that says what went wrong, without the address, because anyone who has it may post to it */
export async function deliverHookMessage(
  env: Env,
  { id, event, createdAt, hook }: Pick<OutgoingHookMessage, 'id' | 'event' | 'createdAt' | 'hook'>,
  now: Date,
): Promise<void> {
  const { url, secret } = await openHookTarget(getSecretBox(env), hook);
  const body = hookBody(hook.kind, event, createdAt, env.PUBLIC_ORIGIN ?? '');
  try {
    await postWebhook(env.EGRESS, { url, secret, id, userAgent: 'Portage-Deployments', body }, now);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(message.replaceAll(url, `${hook.origin}/…`));
  }
}

/** Reseals, in batches, targets that older keys sealed. */
export async function resealHookTargets(env: Env, db: HttpDatabase): Promise<void> {
  const box = getSecretBox(env);
  for (const hook of await listHooksNotUnder(db, box.currentPrefix))
    await replaceHookTarget(db, hook.id, await resealHookTarget(box, hook));
}
