import { parseRunId } from '@portage/contracts';
import { log } from '@portage/contracts/log';
import {
  type ApprovalMailRow,
  claimApprovalMails,
  findUser,
  type HttpDatabase,
  noteApprovalMail,
  type OutboxOutcome,
} from '@portage/database';
import { HOUR_MS, MINUTE_MS } from '@portage/primitives/durations';
import type { Env } from '../env.ts';
import { canSendMail, mailSender } from '../mail/mail-port.ts';
import { sendOutbox } from '../outbox/send-outbox.ts';
import { runShard } from '../workflow-instances/run-shards.ts';
import { createApprovalLink } from './approval-link.ts';
import { approvalMail } from './approval-mail.ts';

const UNCONFIRMED = 'The owner of the workflow has not confirmed their e-mail address.';

/** Sends the e-mails that ask for approval. An e-mail that is sent twice has the same key. */
export async function sendApprovalMails(env: Env, db: HttpDatabase, now: () => Date = () => new Date()): Promise<void> {
  // Without a mail server, the e-mails wait for one.
  if (!canSendMail(env)) return;
  await sendOutbox({
    claim: (claim) => claimApprovalMails(db, claim),
    deliver: (mail) => deliver(env, db, mail, now),
    note: (mail, outcome) => noteApprovalMail(db, mail, outcome),
    firstPauseMs: MINUTE_MS / 2,
    longestPauseMs: HOUR_MS,
    logFailure: ({ runId, approvalId }, cause) =>
      log('warn', 'An e-mail that asks for approval was not sent', { runId, approvalId, cause }),
    now,
  });
}

async function deliver(env: Env, db: HttpDatabase, mail: ApprovalMailRow, now: () => Date): Promise<OutboxOutcome<{ sentAt: Date }>> {
  const { runId, approvalId, recipient, email } = mail;
  const shardName = parseRunId(runId)?.shardName;
  const approval = shardName === undefined ? null : await runShard(env, { shardName }).getApproval(runId, approvalId);
  if (approval?.decided) return { droppedAt: now(), error: `It is decided: ${approval.decided.decision}.` };
  // The step puts its e-mails into the outbox before the approval can be decided.
  if (!approval) throw new Error('The question can’t be decided yet');
  const owner = await findUser(db, mail.ownerUserId);
  // Not even to the account's own address: nobody has proved whose it is.
  if (!owner?.emailConfirmed) return { droppedAt: now(), error: UNCONFIRMED };
  const link = await createApprovalLink(env, env.PUBLIC_ORIGIN ?? '', { runId, approvalId, person: email });
  await mailSender(env)(approvalMail(mail, owner, link), `${approvalId}/${recipient}`);
  return { sentAt: now() };
}
