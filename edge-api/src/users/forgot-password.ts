import { formatErrorCauses, log } from '@portage/contracts/log';
import { findUserByEmail, insertPasswordResetToken } from '@portage/database';
import { countWords } from '@portage/primitives/count-words';
import { MINUTE_MS } from '@portage/primitives/durations';
import { recordAudit } from '../audit/record-audit.ts';
import { ApiProblem } from '../http/api-problem.ts';
import { toCallerKey } from '../http/caller-address.ts';
import type { RequestContext } from '../http/context.ts';
import { formatGreeting, mailOfLines } from '../mail/mail-of-lines.ts';
import { canSendMail, type MailMessage, mailSender } from '../mail/mail-port.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules as rules } from '../rate-limits/rules.ts';
import { hashOpaqueToken, makeOpaqueToken } from '../secrets/opaque-token.ts';

const LINK_LIFETIME_MINUTES = 60;

/**
 * Spec API-14, AUTH-11. Whether the address has an account is looked up only after the response has been sent, so neither its text nor
 * its time reveals it.
 *
 * @throws ApiProblem 503 if Portage can't send mail; 429 after too many, counted alike for addresses with and without an account
 */
export async function forgotPassword(context: RequestContext, email: string): Promise<void> {
  if (!canSendMail(context.env))
    throw new ApiProblem(503, 'mail-not-set-up', 'This Portage can’t send mail yet. Its operator has to set mail up first.');
  const account = email.toLowerCase();
  await limitAttempts(context, [
    { rule: rules.forgotByPlaceAndAccount, parts: [toCallerKey(context.ipAddress), account] },
    { rule: rules.forgotByPlace, parts: [toCallerKey(context.ipAddress)] },
  ]);
  await limitAttempts(context, [{ rule: rules.forgotByAccount, parts: [account] }]);
  context.waitUntil(sendResetLink(context, account));
}

async function sendResetLink(context: RequestContext, email: string): Promise<void> {
  const { db, env, newId, publicOrigin } = context;
  try {
    const user = await findUserByEmail(db, email);
    await recordAudit(context, { action: 'password.reset-asked', subjectUserId: user?.id ?? null, details: { email } });
    if (!user) return;
    const token = makeOpaqueToken();
    const createdAt = context.now();
    const expiresAt = new Date(createdAt.getTime() + LINK_LIFETIME_MINUTES * MINUTE_MS);
    await insertPasswordResetToken(db, { id: newId(), userId: user.id, tokenHash: hashOpaqueToken(token), createdAt, expiresAt });
    const link = `${publicOrigin}/reset-password?token=${token}`;
    await mailSender(env)(passwordResetMail(user.email, user.isUnproven || !user.emailConfirmed ? '' : user.firstName, link));
  } catch (error) {
    log('error', 'A password reset mail was not sent', { requestId: context.requestId, cause: formatErrorCauses(error) });
  }
}

function passwordResetMail(to: string, firstName: string, link: string): MailMessage {
  const lines = [
    formatGreeting(firstName),
    'Someone asked to reset the password of your Portage account. Open this link to choose a new one:',
    link,
    `The link works once and for ${countWords(LINK_LIFETIME_MINUTES, 'minute')}. If it wasn’t you, nothing has changed and you can ignore this e-mail.`,
  ];
  return mailOfLines(to, 'Reset your Portage password', lines, [link]);
}
