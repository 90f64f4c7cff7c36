import { findUser, isPasswordResetTokenUsable, resetPassword as storeNewPassword } from '@portage/database';
import { recordAudit } from '../audit/record-audit.ts';
import { toCallerKey } from '../http/caller-address.ts';
import type { RequestContext } from '../http/context.ts';
import { forgiveAttempts, limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules as rules } from '../rate-limits/rules.ts';
import { hashOpaqueToken } from '../secrets/opaque-token.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { endPlanted, type ProofResult } from './end-planted.ts';
import { hashPassword } from './password.ts';
import { inPasswordTurn } from './password-turn.ts';

const LINK_NOT_VALID = 'This link is no longer valid. Please ask for a new one.';

/**
 * Spec API-15. Each link works once. Afterwards every session of the account has ended, and earlier wrong passwords no longer
 * lock the person out. If a stranger may have prepared the account, what was made before ends too.
 *
 * @throws ApiProblem 429 after too many attempts
 */
export async function resetPassword(
  context: RequestContext,
  { password, token }: { password: string; token: string },
): Promise<ProofResult> {
  refuseCommonPassword(password);
  const place = toCallerKey(context.ipAddress);
  await limitAttempts(context, [{ rule: rules.resetByPlace, parts: [place] }]);
  const tokenHash = hashOpaqueToken(token);
  const isUsable = await isPasswordResetTokenUsable(context.db, tokenHash, context.now());
  const passwordHash = isUsable ? await inPasswordTurn({ place, account: '' }, () => hashPassword(password)) : null;
  const reset = passwordHash ? await storeNewPassword(context.db, tokenHash, passwordHash, context.now()) : null;
  if (reset === null) {
    await recordAudit(context, { action: 'password.reset-failed' });
    return { success: false, errorMessage: LINK_NOT_VALID };
  }
  const { userId, ended } = reset;
  const [notice] = await Promise.all([
    endPlanted(context, userId, ended),
    forgiveSignIns(context, userId),
    recordAudit(context, { action: 'password.reset', actorUserId: userId, subjectUserId: userId }),
  ]);
  return { success: true, errorMessage: null, ...(notice ? { notice } : {}) };
}

async function forgiveSignIns(context: RequestContext, userId: string): Promise<void> {
  const user = await findUser(context.db, userId);
  if (!user) return;
  const account = user.email.toLowerCase();
  await forgiveAttempts(context, [
    { rule: rules.signInByPlaceAndAccount, parts: [toCallerKey(context.ipAddress), account] },
    { rule: rules.signInByAccount, parts: [account] },
  ]);
}
