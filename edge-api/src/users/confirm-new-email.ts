import type { OwnerId } from '@portage/contracts';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { changeEmail } from '@portage/database';
import { recordAudit } from '../audit/record-audit.ts';
import type { RequestContext } from '../http/context.ts';
import { formatGreeting, mailOfLines } from '../mail/mail-of-lines.ts';
import { type MailMessage, mailSender } from '../mail/mail-port.ts';
import type { ProofResult } from './end-planted.ts';

/**
 * Gives the account the address that the link was mailed to, and tells the old one. Only for who is signed in to the account: otherwise a
 * stranger could ask for another person's address, whose owner then opens the link of an account that isn't theirs.
 */
export async function confirmNewEmail(
  context: RequestContext,
  { userId, from, to }: { userId: OwnerId; from: string; to: string },
  signedInUserId: string | null,
): Promise<ProofResult> {
  if (signedInUserId !== userId) {
    return refuse('Sign in to the account that gets this email, then open the link from the e-mail again.');
  }
  switch (await changeEmail(context.db, userId, { from, to })) {
    case 'changed':
      await recordAudit(context, { action: 'user.email-changed', actorUserId: userId, subjectUserId: userId, details: { from, to } });
      context.waitUntil(tellOldAddress(context, from, to));
      return { success: true, errorMessage: null };
    case 'same':
      return { success: true, errorMessage: null };
    case 'taken':
      return refuse('There is already an account with this email. Your email was not changed.');
    case 'gone':
      return refuse('This link is no longer valid. Ask for another one under Account.');
  }
}

function refuse(errorMessage: string): ProofResult {
  return { success: false, errorMessage };
}

async function tellOldAddress({ env, requestId }: RequestContext, from: string, to: string): Promise<void> {
  try {
    await mailSender(env)(emailChangedMail(from, to));
  } catch (error) {
    log('error', 'The mail to an old address was not sent', { requestId, cause: formatErrorCauses(error) });
  }
}

function emailChangedMail(from: string, to: string): MailMessage {
  const lines = [
    formatGreeting(''),
    `The email of your Portage account was changed to ${to}. You sign in with it from now on, and messages go there.`,
    'If it wasn’t you, someone knows your password: contact the people who run your Portage at once.',
  ];
  return mailOfLines(from, 'Your Portage email was changed', lines, []);
}
