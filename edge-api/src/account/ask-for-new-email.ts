import { formatErrorCauses, log } from '@portage/contracts/log';
import { countWords } from '@portage/primitives/count-words';
import { invalid } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { formatGreeting, mailOfLines } from '../mail/mail-of-lines.ts';
import { type MailMessage, mailSender } from '../mail/mail-port.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules as rules } from '../rate-limits/rules.ts';
import { LINK_LIFETIME_DAYS, signMailedToken } from '../users/mailed-token.ts';
import { withPassword } from './with-password.ts';

/**
 * Mails the new address a link. Nothing changes until the caller, signed in, opens it. Whether the address has another account isn't
 * revealed here.
 *
 * @throws ApiProblem 400 for a wrong password or the same address, 429 after too many
 */
export async function askForNewEmail(
  context: UserContext,
  { email, currentPassword }: { email: string; currentPassword: string },
): Promise<void> {
  const { id, from } = await withPassword(context, currentPassword, async (row) => {
    if (row.email.toLowerCase() === email.toLowerCase()) throw invalid('This is already your email', 'email');
    return { id: row.id, from: row.email };
  });
  await limitAttempts(context, [{ rule: rules.confirmationByUser, parts: [id] }]);
  const token = await signMailedToken(context, 'change-email+jwt', id, { from, to: email });
  context.waitUntil(send(context, newEmailMail(email, `${context.publicOrigin}/confirm-email?change=true&token=${token}`)));
}

async function send({ env, requestId }: UserContext, mail: MailMessage): Promise<void> {
  try {
    await mailSender(env)(mail);
  } catch (error) {
    log('error', 'A mail to confirm a new address was not sent', { requestId, cause: formatErrorCauses(error) });
  }
}

function newEmailMail(to: string, link: string): MailMessage {
  const lines = [
    // The address may be a stranger's, so the mail contains no text that the sender wrote.
    formatGreeting(''),
    'Someone wants to use this address for their Portage account. If it was you, open this link in the browser in which you are signed in:',
    link,
    `The link works for ${countWords(LINK_LIFETIME_DAYS, 'day')}. If it wasn’t you, you can ignore this e-mail.`,
  ];
  return mailOfLines(to, 'Confirm your new email for Portage', lines, [link]);
}
