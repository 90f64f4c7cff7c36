import type { OwnerId } from '@portage/contracts';
import { DAY_MS } from '@portage/primitives/durations';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { claimedUntil, type OutboxClaim, type OutboxOutcome } from '../../outbox.ts';
import { type ApprovalMailContent, type ApprovalMailRow, approvalMails } from '../../schema/approval-mails.ts';

/** E-mails per day that one owner's approval requests may send, in total and to one address. */
export const approvalMailLimits = { ownerADay: 200, addressADay: 20 } as const;

/** Longer than an approval may wait. */
const KEPT_MS = 100 * DAY_MS;

export interface NewApprovalMails {
  approvalId: string;
  runId: string;
  emails: readonly string[];
  content: ApprovalMailContent;
  at: Date;
}

export type AddApprovalMailsResult = 'added' | 'ownerLimit' | 'addressLimit';

/**
 * Adds all of them or none, and nothing when called again for the same request. Requests of one owner wait for each other, so that the
 * limits hold.
 */
export async function addApprovalMails(db: HttpDatabase, ownerUserId: OwnerId, mails: NewApprovalMails): Promise<AddApprovalMailsResult> {
  const { approvalId, runId, emails, content, at } = mails;
  const since = new Date(at.getTime() - DAY_MS).toISOString();
  const rows = JSON.stringify(emails.map((email, recipient) => ({ recipient, email })));
  // A separate statement: the next request in line must see what this one added.
  const turn = db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`approval-mails/${ownerUserId}`}, 0))`);
  const add = db.execute<{ result: AddApprovalMailsResult }>(sql`
    with wanted as (select * from json_to_recordset(${rows}::json) as mail (recipient integer, email text)),
    known as (select 1 from approval_mails where approval_id = ${approvalId}::uuid limit 1),
    sent as (
      select count(*) as total from approval_mails where owner_user_id = ${ownerUserId}::uuid and created_at > ${since}::timestamptz
    ), crowded as (
      select lower(mail.email) from approval_mails mail join wanted on lower(wanted.email) = lower(mail.email)
      where mail.owner_user_id = ${ownerUserId}::uuid and mail.created_at > ${since}::timestamptz
      group by lower(mail.email) having count(*) >= ${approvalMailLimits.addressADay}
    ), judged as (
      select case when exists (select 1 from known) then 'added'
        when (select total from sent) + (select count(*) from wanted) > ${approvalMailLimits.ownerADay} then 'ownerLimit'
        when exists (select 1 from crowded) then 'addressLimit' else 'added' end as result
    ), added as (
      insert into approval_mails (approval_id, recipient, run_id, owner_user_id, email, content, created_at)
      select ${approvalId}::uuid, recipient, ${runId}, ${ownerUserId}::uuid, email, ${JSON.stringify(content)}::jsonb, ${at.toISOString()}::timestamptz
      from wanted where (select result from judged) = 'added'
      on conflict do nothing
    ) select result from judged`);
  const [, { rows: answer }] = await db.batch([turn, add]);
  return answer[0]?.result ?? 'added';
}

export async function claimApprovalMails(db: HttpDatabase, { now, until, limit }: OutboxClaim): Promise<ApprovalMailRow[]> {
  const due = sql`select approval_id, recipient from approval_mails where sent_at is null and dropped_at is null
    and (next_attempt_at is null or next_attempt_at <= ${now.toISOString()}::timestamptz) order by created_at limit ${limit} for update skip locked`;
  return db
    .update(approvalMails)
    .set(claimedUntil(until))
    .where(sql`(${approvalMails.approvalId}, ${approvalMails.recipient}) in (${due})`)
    .returning();
}

export async function noteApprovalMail(
  db: HttpDatabase,
  { approvalId, recipient }: Pick<ApprovalMailRow, 'approvalId' | 'recipient'>,
  outcome: OutboxOutcome<{ sentAt: Date }>,
): Promise<void> {
  await db
    .update(approvalMails)
    .set(outcome)
    .where(and(eq(approvalMails.approvalId, approvalId), eq(approvalMails.recipient, recipient)));
}

export async function deleteOldApprovalMails(db: HttpDatabase, now: Date): Promise<void> {
  await db.delete(approvalMails).where(lt(approvalMails.createdAt, new Date(now.getTime() - KEPT_MS)));
}
