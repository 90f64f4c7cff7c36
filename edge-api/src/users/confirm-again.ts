import { findUser } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules as rules } from '../rate-limits/rules.ts';
import { sendConfirmation } from './confirm-email.ts';

/** Mails a signed-in person the link to confirm their address. @throws ApiProblem 429 after too many mails */
export async function confirmAgain(context: UserContext): Promise<void> {
  const user = await findUser(context.db, context.user.id);
  if (!user || user.emailConfirmed) return;
  await limitAttempts(context, [{ rule: rules.confirmationByUser, parts: [user.id] }]);
  sendConfirmation(context, user);
}
