import { endOtherSessions, findUser, replacePassword, revokeUserApiKeys } from '@portage/database';
import { describeKey } from '../api-keys/api-key-calls.ts';
import { auditChange } from '../audit/record-audit.ts';
import { conflict, invalid, unauthorized } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { countingOnlyJudged, forgiveAttempts, limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules as rules } from '../rate-limits/rules.ts';
import { refuseCommonPassword } from '../users/common-passwords.ts';
import { hashPassword, verifyPassword } from '../users/password.ts';
import { inPasswordTurn } from '../users/password-turn.ts';

interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  revokeApiKeys?: boolean | undefined;
}

/**
 * Changes the caller's password and ends their other sessions. API keys keep working unless the person asks otherwise: programs must
 * not stop because a person chose a better password.
 *
 * @throws ApiProblem 400 for a wrong or a common password, 409 when another change came first, 429 after too many wrong ones
 */
export async function changePassword(
  context: UserContext,
  { currentPassword, newPassword, revokeApiKeys = false }: PasswordChange,
): Promise<{ endedSessions: number; revokedKeys: number }> {
  const { db, user } = context;
  refuseCommonPassword(newPassword);
  // The caller is signed in, so floods from the same IP address don't count against them.
  const caller = { place: user.id, account: user.id };
  // A stolen session must not help to guess the password.
  const attempt = { rule: rules.passwordChangeByUser, parts: [user.id] };
  await limitAttempts(context, [attempt]);
  await countingOnlyJudged(context, [attempt], async () => {
    const row = await findUser(db, user.id);
    if (!row) throw unauthorized();
    const isRight = await inPasswordTurn(caller, () => verifyPassword(currentPassword, row.passwordHash));
    if (!isRight) throw invalid('This is not your current password', 'currentPassword');
    const newHash = await inPasswordTurn(caller, () => hashPassword(newPassword));
    // The password may have been reset in the meantime, so the checked one proves nothing anymore.
    if (!(await replacePassword(db, user.id, { checkedHash: row.passwordHash, newHash }))) {
      throw conflict('password-changed', 'Your password was just changed elsewhere. Sign in with the new password.');
    }
  });
  const now = context.now();
  const [endedSessions, revoked] = await Promise.all([
    endOtherSessions(db, user.id, { keptSessionId: user.sessionId, endReason: 'password-changed', now }),
    revokeApiKeys ? revokeUserApiKeys(db, user.id) : [],
    forgiveAttempts(context, [attempt]),
  ]);
  await auditChange(context, 'password.changed', { endedSessions, revokedKeys: revoked.length });
  for (const key of revoked) await auditChange(context, 'api-key.revoked', describeKey(key));
  return { endedSessions, revokedKeys: revoked.length };
}
