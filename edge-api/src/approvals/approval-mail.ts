import type { ApprovalMailRow } from '@portage/database';
import { mailOfLines } from '../mail/mail-of-lines.ts';
import type { MailMessage } from '../mail/mail-port.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they would begin another header
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Asks one person. What the workflow wrote is text, in the HTML too. */
export function approvalMail({ email, content }: Pick<ApprovalMailRow, 'email' | 'content'>, link: string): MailMessage {
  const { subject, message, approveLabel, rejectLabel, expiresAt, workflowName } = content;
  const lines = [
    subject,
    ...message.split(/\n{2,}/).filter((part) => part.trim() !== ''),
    `Open this page to answer with “${approveLabel}” or “${rejectLabel}”:`,
    link,
    `The workflow “${workflowName}” asks. The page accepts one answer, until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC. The link is for you alone: do not pass it on.`,
  ];
  return mailOfLines(email, subject.replaceAll(CONTROL, ' ').trim(), lines, [link]);
}
