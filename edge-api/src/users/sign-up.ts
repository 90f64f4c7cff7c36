import { findDefaultQuotas, findSqlState, insertUser, UNIQUE_VIOLATION, type UserRow } from '@portage/database';
import { recordAudit } from '../audit/record-audit.ts';
import { conflict } from '../http/api-problem.ts';
import { toCallerKey } from '../http/caller-address.ts';
import type { RequestContext } from '../http/context.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules as rules } from '../rate-limits/rules.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { sendConfirmation } from './confirm-email.ts';
import { checkFirstAdminLink, createFirstAdmin } from './first-admin.ts';
import { hashPassword } from './password.ts';
import { inPasswordTurn } from './password-turn.ts';
import { type SignedIn, signedInAs } from './sign-in.ts';

export interface SignUpDetails {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  refCode?: string | null | undefined;
  firstAdminToken?: string | undefined;
}

/**
 * Spec API-06: creates the account and signs its person in.
 *
 * @throws ApiProblem 403 if the link for the first admin isn't valid, 409 if the address has an account, 429 after too many, 503 when too many sign in at once
 */
export async function signUp(context: RequestContext, details: SignUpDetails): Promise<SignedIn> {
  refuseCommonPassword(details.password);
  await limitAttempts(context, [{ rule: rules.signUpByPlace, parts: [toCallerKey(context.ipAddress)] }]);
  if (details.firstAdminToken !== undefined) checkFirstAdminLink(context, details.firstAdminToken);
  const row = await insertNewUser(context, details);
  if (!row.emailConfirmed) sendConfirmation(context, row);
  const [signedIn] = await Promise.all([
    signedInAs(context, row),
    recordAudit(context, { action: 'user.signed-up', actorUserId: row.id, subjectUserId: row.id }),
  ]);
  return signedIn;
}

async function insertNewUser(context: RequestContext, details: SignUpDetails): Promise<UserRow> {
  const { db, newId, now } = context;
  const caller = { place: toCallerKey(context.ipAddress), account: details.email.toLowerCase() };
  const { firstName, lastName, email, password, refCode, firstAdminToken } = details;
  try {
    const [passwordHash, workflowQuotaSettings] = await Promise.all([
      inPasswordTurn(caller, () => hashPassword(password)),
      findDefaultQuotas(db),
    ]);
    const account = { id: newId(), firstName, lastName, email, passwordHash, createdAt: now() };
    if (firstAdminToken !== undefined) return await createFirstAdmin(context, account);
    return await insertUser(db, { ...account, isUnproven: true, workflowQuotaSettings, refCode: refCode || null });
  } catch (error) {
    if (findSqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw conflict('email-taken', 'There is already an account with this email. Please sign in, or reset your password.');
  }
}
