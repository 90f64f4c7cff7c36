import { endOtherSessions, replacePassword, revokeUserApiKeys } from '@portage/database';
import { describeKey } from '../api-keys/api-key-calls.ts';
import { auditChange } from '../audit/record-audit.ts';
import { conflict } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { refuseCommonPassword } from '../users/common-passwords.ts';
import { hashPassword } from '../users/password.ts';
import { inPasswordTurn } from '../users/password-turn.ts';
import { withPassword } from './with-password.ts';

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
  await withPassword(context, currentPassword, async (row) => {
    const newHash = await inPasswordTurn({ place: user.id, account: user.id }, () => hashPassword(newPassword));
    // The password may have been reset in the meantime, so the checked one proves nothing anymore.
    if (!(await replacePassword(db, user.id, { checkedHash: row.passwordHash, newHash }))) {
      throw conflict('password-changed', 'Your password was just changed elsewhere. Sign in with the new password.');
    }
  });
  const now = context.now();
  const [endedSessions, revoked] = await Promise.all([
    endOtherSessions(db, user.id, { keptSessionId: user.sessionId, endReason: 'password-changed', now }),
    revokeApiKeys ? revokeUserApiKeys(db, user.id) : [],
  ]);
  await auditChange(context, 'password.changed', { endedSessions, revokedKeys: revoked.length });
  for (const key of revoked) await auditChange(context, 'api-key.revoked', describeKey(key));
  return { endedSessions, revokedKeys: revoked.length };
}
