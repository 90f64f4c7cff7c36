import { formatErrorCauses, log } from '@portage/contracts/log';
import { findUser, confirmEmail as storeConfirmation, type UserRow } from '@portage/database';
import { countWords } from '@portage/primitives/count-words';
import { recordAudit } from '../audit/record-audit.ts';
import { ApiProblem } from '../http/api-problem.ts';
import { toCallerKey } from '../http/caller-address.ts';
import type { RequestContext, UserContext } from '../http/context.ts';
import { formatGreeting, mailOfLines } from '../mail/mail-of-lines.ts';
import { type MailMessage, mailSender } from '../mail/mail-port.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules as rules } from '../rate-limits/rules.ts';
import { authorize } from '../sessions/authorize.ts';
import { confirmNewEmail } from './confirm-new-email.ts';
import { endPlanted, type ProofResult } from './end-planted.ts';
import { LINK_LIFETIME_DAYS, readMailedToken, signMailedToken } from './mailed-token.ts';

const LINK_NOT_VALID = 'This link is no longer valid. A link to reset your password also confirms your email.';

/** Mails a new person the link that proves the address is theirs. Sign-up neither waits for it nor fails with it. */
export function sendConfirmation(context: RequestContext, user: UserRow): void {
  context.waitUntil(send(context, user));
}

async function send(context: RequestContext, { id, email }: UserRow): Promise<void> {
  const { publicOrigin, requestId } = context;
  try {
    const token = await signMailedToken(context, 'confirm-email+jwt', id, { email });
    await mailSender(context.env)(confirmEmailMail(email, `${publicOrigin}/confirm-email?token=${token}`));
  } catch (error) {
    log('error', 'A mail to confirm an address was not sent', { requestId, cause: formatErrorCauses(error) });
  }
}

function confirmEmailMail(to: string, link: string): MailMessage {
  const lines = [
    // The address may be a stranger's until it's confirmed, so the mail contains no text that the new user wrote.
    formatGreeting(''),
    'Welcome to Portage. Open this link to confirm that this address is yours:',
    link,
    `The link works for ${countWords(LINK_LIFETIME_DAYS, 'day')}. If you didn’t sign up, you can ignore this e-mail.`,
  ];
  return mailOfLines(to, 'Confirm your email for Portage', lines, [link]);
}

/** Mails a signed-in person the link to confirm their address. @throws ApiProblem 429 after too many mails */
export async function confirmAgain(context: UserContext): Promise<void> {
  const user = await findUser(context.db, context.user.id);
  if (!user || user.emailConfirmed) return;
  await limitAttempts(context, [{ rule: rules.confirmationByUser, parts: [user.id] }]);
  sendConfirmation(context, user);
}

/**
 * Confirms the address that the link was mailed to, or changes the account's address to it. A second use changes nothing and succeeds. A caller who is signed in to the account
 * keeps everything in it; for anybody else, everything made in it before ends, since a stranger may have signed up with their address.
 *
 * @throws ApiProblem 429 after too many attempts
 */
export async function confirmEmail(context: RequestContext, token: string): Promise<ProofResult> {
  await limitAttempts(context, [{ rule: rules.confirmationByPlace, parts: [toCallerKey(context.ipAddress)] }]);
  const change = await readMailedToken(context, 'change-email+jwt', token, ['from', 'to']);
  if (change) return confirmNewEmail(context, change, await signedInUserId(context));
  const claims = await readMailedToken(context, 'confirm-email+jwt', token, ['email']);
  if (!claims) return { success: false, errorMessage: LINK_NOT_VALID };
  const { userId, email } = claims;
  const isHolder = (await signedInUserId(context)) === userId;
  const outcome = await storeConfirmation(context.db, userId, { email, isHolder, now: context.now() });
  if (!outcome) return { success: false, errorMessage: LINK_NOT_VALID };
  if (outcome.isFirst) await recordAudit(context, { action: 'user.email-confirmed', actorUserId: userId, subjectUserId: userId });
  const notice = outcome.ended && (await endPlanted(context, userId, outcome.ended));
  return { success: true, errorMessage: null, ...(notice ? { notice } : {}) };
}

/** The user whose session the call has, if any; an admin who acts as a person proves nothing for them. */
async function signedInUserId(context: RequestContext): Promise<string | null> {
  if (!context.request.headers.has('authorization')) return null;
  try {
    const { user } = await authorize(context, { access: 'user', apiKeyUse: 'refused' });
    return user.impersonatorUserId === null ? user.id : null;
  } catch (error) {
    if (error instanceof ApiProblem) return null;
    throw error;
  }
}
