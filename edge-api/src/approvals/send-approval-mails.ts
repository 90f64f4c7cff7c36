import { parseRunId } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import {
  type ApprovalMailOutcome,
  type ApprovalMailRow,
  claimApprovalMails,
  findUser,
  type HttpDatabase,
  noteApprovalMail,
} from '@portage/database';
import { cutText } from '@portage/primitives/cut-text';
import { DAY_MS, MINUTE_MS } from '@portage/primitives/durations';
import type { Env } from '../env.ts';
import { canSendMail, mailSender } from '../mail/mail-port.ts';
import { runShard } from '../workflow-instances/run-shards.ts';
import { createApprovalLink } from './approval-link.ts';
import { approvalMail } from './approval-mail.ts';

const MAILS_A_ROUND = 20;
const MOST_ROUNDS = 10;
/** Longer than all attempts at one e-mail can take together. */
const CLAIM_MS = MINUTE_MS;
const FIRST_PAUSE_MS = MINUTE_MS / 2;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
const TRIED_FOR_MS = DAY_MS;
const UNCONFIRMED = 'The owner of the workflow has not confirmed their e-mail address.';

/**
 * Sends the e-mails that ask for approval. It may be stopped at any point and may run twice at once: each e-mail is in the outbox before
 * it is sent, and has a key that lets a mail server recognize a duplicate.
 */
export async function sendApprovalMails(env: Env, db: HttpDatabase, now: () => Date = () => new Date()): Promise<void> {
  // Without a mail server, the e-mails wait for one.
  if (!canSendMail(env)) return;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const at = now();
    const mails = await claimApprovalMails(db, { now: at, until: new Date(at.getTime() + CLAIM_MS), limit: MAILS_A_ROUND });
    await Promise.all(mails.map(async (mail) => noteApprovalMail(db, mail, await attempt(env, db, mail, now))));
    if (mails.length < MAILS_A_ROUND) return;
  }
}

async function attempt(env: Env, db: HttpDatabase, mail: ApprovalMailRow, now: () => Date): Promise<ApprovalMailOutcome> {
  const { runId, approvalId, recipient, email } = mail;
  try {
    const shardName = parseRunId(runId)?.shardName;
    const approval = shardName === undefined ? null : await runShard(env, { shardName }).getApproval(runId, approvalId);
    if (approval?.decided) return { droppedAt: now(), error: `It is decided: ${approval.decided.decision}.` };
    // The step puts its e-mails into the outbox before the approval can be decided.
    if (!approval) throw new Error('The question can’t be decided yet');
    const owner = await findUser(mail.ownerUserId, db);
    // Not even to the account's own address: nobody has proved whose it is.
    if (!owner?.emailConfirmed) return { droppedAt: now(), error: UNCONFIRMED };
    const link = await createApprovalLink(env, env.PUBLIC_ORIGIN ?? '', { runId, approvalId, person: email });
    await mailSender(env)(approvalMail(mail, owner.email, link), `${approvalId}/${recipient}`);
    return { sentAt: now() };
  } catch (error) {
    const reason = error instanceof Error ? cutText(error.message, 500) : String(error);
    log('warn', 'An e-mail that asks for approval was not sent', { runId, approvalId, cause: formatErrorCauses(error) });
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(10, mail.attempts));
    const nextAttemptAt = new Date(now().getTime() + pauseMs);
    const isTooLate = nextAttemptAt.getTime() - mail.createdAt.getTime() > TRIED_FOR_MS;
    return isTooLate ? { droppedAt: now(), error: reason } : { nextAttemptAt, error: reason };
  }
}
