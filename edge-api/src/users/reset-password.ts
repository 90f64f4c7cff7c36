import { isPasswordResetTokenUsable, resetPassword as storeNewPassword } from '@portage/database';
import { recordAudit } from '../audit/record-audit.ts';
import type { RequestContext } from '../http/context.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules as rules } from '../rate-limits/rules.ts';
import { hashOpaqueToken } from '../sessions/opaque-token.ts';
import { hashPassword } from './password.ts';
import { passwordTurn } from './password-turn.ts';

const LINK_NOT_VALID = 'This link is not valid any more. Please ask for a new one.';

/**
 * Spec API-15. Works once a link; afterwards every session of the account has ended.
 *
 * @throws ApiProblem 429 after too many attempts
 */
export async function resetPassword(
  context: RequestContext,
  { password, token }: { password: string; token: string },
): Promise<{ success: boolean; errorMessage: string | null }> {
  await limitAttempts(context, [{ rule: rules.resetByPlace, parts: [context.ipAddress] }]);
  const tokenHash = hashOpaqueToken(token);
  const isUsable = await isPasswordResetTokenUsable(context.db, tokenHash, context.now());
  if (isUsable) await passwordTurn(Date.now());
  const userId = isUsable ? await storeNewPassword(context.db, tokenHash, await hashPassword(password), context.now()) : null;
  if (userId === null) {
    await recordAudit(context, { action: 'password.reset-failed' });
    return { success: false, errorMessage: LINK_NOT_VALID };
  }
  await recordAudit(context, { action: 'password.reset', actorUserId: userId, subjectUserId: userId });
  return { success: true, errorMessage: null };
}
