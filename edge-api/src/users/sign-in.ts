import type { SignedInUser } from '@portage/contracts/calls';
import { endSession, findStanding, findUserByEmail, listSignInAddresses, type UserRow, updateUser } from '@portage/database';
import { recordAudit } from '../audit/record-audit.ts';
import { ApiProblem } from '../http/api-problem.ts';
import { toCallerKey } from '../http/caller-address.ts';
import type { RequestContext } from '../http/context.ts';
import { countingOnlyJudged, excuseAttempt, forgiveAttempts, limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules as rules } from '../rate-limits/rules.ts';
import { startSession } from '../sessions/start-session.ts';
import { verifyPassword } from './password.ts';
import { inPasswordTurn } from './password-turn.ts';
import { presentSelf } from './present-self.ts';

export interface SignedIn {
  user: SignedInUser;
  hasWorkflow: boolean;
}

/**
 * Spec API-05. An unknown address and a wrong password get the same response after the same work.
 *
 * @throws ApiProblem 401 for both, 429 after too many attempts, 503 when too many sign in at once
 */
export async function signIn(
  context: RequestContext,
  credentials: { email: string; password: string; refCode?: string | null | undefined },
): Promise<SignedIn> {
  const account = credentials.email.toLowerCase();
  const place = { rule: rules.signInByPlace, parts: [toCallerKey(context.ipAddress)] };
  const accountHere = { rule: rules.signInByPlaceAndAccount, parts: [toCallerKey(context.ipAddress), account] };
  const accountAnywhere = { rule: rules.signInByAccount, parts: [account] };
  try {
    await limitAttempts(context, [place, accountHere]);
    await limitAttempts(context, [accountAnywhere]).catch((problem) => letInWhereKnown(problem, context, account));
  } catch (problem) {
    await recordAudit(context, { action: 'session.sign-in-limited', details: { email: account } });
    throw problem;
  }

  const signedIn = await countingOnlyJudged(context, [place, accountHere, accountAnywhere], async () => {
    const row = await findUserByEmail(context.db, account);
    const isRight = await inPasswordTurn({ place: toCallerKey(context.ipAddress), account }, () =>
      verifyPassword(credentials.password, row?.passwordHash ?? null),
    );
    if (!isRight || !row) {
      await recordAudit(context, { action: 'session.sign-in-failed', subjectUserId: row?.id ?? null, details: { email: account } });
      throw signInFailed();
    }
    return signedInAs(context, row, credentials.refCode);
  });
  await Promise.all([
    forgiveAttempts(context, [accountHere, accountAnywhere]),
    excuseAttempt(context, place),
    recordAudit(context, { action: 'session.signed-in', actorUserId: signedIn.user.id, subjectUserId: signedIn.user.id }),
  ]);
  return signedIn;
}

/** Strangers at many addresses must not keep people out of their account where they usually sign in. */
async function letInWhereKnown(problem: unknown, { db, ipAddress }: RequestContext, account: string): Promise<void> {
  const user = ipAddress === null ? null : await findUserByEmail(db, account);
  const places = user ? (await listSignInAddresses(db, user.id)).map(toCallerKey) : [];
  if (!places.includes(toCallerKey(ipAddress))) throw problem;
}

/**
 * Opens the session and records the visit; a person keeps the first referral code they bring (spec AUTH-18).
 *
 * @param row the account as it was when its password was checked
 * @throws ApiProblem 401 if the password was changed or the account deleted in the meantime
 */
export async function signedInAs(context: RequestContext, row: UserRow, refCode?: string | null): Promise<SignedIn> {
  const changes = { lastLoginAt: context.now(), ...(refCode && !row.refCode ? { refCode } : {}) };
  const { db, env, now } = context;
  const [{ sessionId, ...tokens }, standing] = await Promise.all([startSession(context, row.id), findStanding(db, row.id, now())]);
  // Done last: a reset after this check ends this session with all others of the account.
  const updated = await updateUser(db, row.id, changes);
  if (updated?.passwordHash !== row.passwordHash) {
    await endSession(db, sessionId, 'password-changed', now());
    throw signInFailed();
  }
  return { user: { ...presentSelf(env, updated, standing), ...tokens }, hasWorkflow: row.hasWorkflowAccess };
}

function signInFailed(): ApiProblem {
  return new ApiProblem(401, 'sign-in-failed', 'The email or password is incorrect.');
}
