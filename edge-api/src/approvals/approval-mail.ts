import type { ApprovalMailRow, UserRow } from '@portage/database';
import { mailOfLines } from '../mail/mail-of-lines.ts';
import type { MailMessage } from '../mail/mail-port.ts';
import { plainQuote } from '../mail/plain-line.ts';
import { timeIn } from '../mail/time-in.ts';

/**
 * Asks one person. The workflow's text is escaped in the HTML, and only its message may contain links.
 *
 * @param owner who asks, and in whose time zone the times are; the person may never have heard of Portage
 */
export function approvalMail(
  { email, content }: Pick<ApprovalMailRow, 'email' | 'content'>,
  owner: Pick<UserRow, 'email' | 'timeZone'>,
  link: string,
): MailMessage {
  const { subject, message, approveLabel, rejectLabel, expiresAt, workflowName } = content;
  const lines = [
    plainQuote(subject),
    ...message.split(/\n{2,}/).filter((part) => part.trim() !== ''),
    `Open this page to choose “${plainQuote(approveLabel)}” or “${plainQuote(rejectLabel)}”:`,
    link,
    `The workflow “${plainQuote(workflowName)}” of ${owner.email} asks for your approval. The page accepts one decision, until ${timeIn(new Date(expiresAt), owner.timeZone ?? 'UTC')}. The link is only for you: don’t share it.`,
  ];
  return mailOfLines(email, subject, lines, [link]);
}
