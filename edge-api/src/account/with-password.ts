import { findUser, type UserRow } from '@portage/database';
import { invalid, unauthorized } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { countingOnlyJudged, forgiveAttempts, limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules as rules } from '../rate-limits/rules.ts';
import { verifyPassword } from '../users/password.ts';
import { inPasswordTurn } from '../users/password-turn.ts';

/**
 * Does something that needs the caller's password again: a stolen session alone isn't enough, and can't be used to guess the password.
 *
 * @throws ApiProblem 400 for a wrong password, 429 after too many wrong ones, 503 when too many are checked at once
 */
export async function withPassword<Result>(
  context: UserContext,
  password: string,
  act: (row: UserRow) => Promise<Result>,
): Promise<Result> {
  const { db, user } = context;
  const attempt = { rule: rules.passwordChangeByUser, parts: [user.id] };
  await limitAttempts(context, [attempt]);
  const result = await countingOnlyJudged(context, [attempt], async () => {
    const row = await findUser(db, user.id);
    if (!row) throw unauthorized();
    // The caller is signed in, so floods from the same IP address don't count against them.
    const isRight = await inPasswordTurn({ place: user.id, account: user.id }, () => verifyPassword(password, row.passwordHash));
    if (!isRight) throw invalid('This is not your current password', 'currentPassword');
    return act(row);
  });
  await forgiveAttempts(context, [attempt]);
  return result;
}
