import { accountCalls, type OwnSession } from '@portage/contracts/calls';
import {
  closeFirstSteps,
  endOtherSessions,
  endUserSession,
  findFirstSteps,
  listApiKeys,
  listLiveSessions,
  type SessionRow,
  saveTimeZone,
} from '@portage/database';
import { makeApiKey, presentApiKey, revokeApiKey } from '../api-keys/api-key-calls.ts';
import { auditChange } from '../audit/record-audit.ts';
import { ApiProblem, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { confirmAgain } from '../users/confirm-email.ts';
import { readStarts } from '../workflow-instances/take-start.ts';
import { askForNewEmail } from './ask-for-new-email.ts';
import { changePassword } from './change-password.ts';
import { deleteOwnAccount } from './delete-own-account.ts';

const done = { isSuccess: true as const, warnings: [] };
/** Sorts orders: a webhook, a script, a branch, stored data. */
const SAMPLE_TEMPLATE_ID = 'system-sort-orders-by-size';
const ended = { endReason: 'ended-by-user' } as const;

/** The caller's own account: API keys, password, sessions, quota. */
export const accountRoutes = implement(accountCalls, {
  async 'GET /api/account/keys'(_, { db, user, now }) {
    const rows = await listApiKeys(db, user.id);
    return { keys: rows.map((row) => presentApiKey(row, now())) };
  },

  'POST /api/account/keys': ({ body }, context) => {
    refuseImpersonator(context);
    return makeApiKey(context, body);
  },

  // An admin who acts as a person may revoke: that's how support stops a leaked key.
  async 'DELETE /api/account/keys/{id}'({ params }, context) {
    await revokeApiKey(context, params.id);
    return done;
  },

  async 'POST /api/account/email-confirmation'(_, context) {
    refuseImpersonator(context);
    await confirmAgain(context);
    return done;
  },

  async 'POST /api/account/email'({ body }, context) {
    refuseImpersonator(context);
    await askForNewEmail(context, body);
    return done;
  },

  'POST /api/account/delete': ({ body }, context) => {
    refuseImpersonator(context);
    return deleteOwnAccount(context, body.currentPassword);
  },

  async 'PUT /api/account/time-zone'({ body }, { db, user }) {
    // An admin who acts as the person may be in another time zone.
    if (user.impersonatorUserId === null) await saveTimeZone(db, user.id, body.timeZone);
    return done;
  },

  'POST /api/account/password': ({ body }, context) => {
    refuseImpersonator(context);
    return changePassword(context, body);
  },

  async 'GET /api/account/sessions'(_, { db, user, now }) {
    const rows = await listLiveSessions(db, user.id, now());
    return { sessions: rows.map((row) => presentSession(row, user.sessionId)) };
  },

  async 'DELETE /api/account/sessions/{id}'({ params }, context) {
    refuseImpersonator(context);
    const { db, user, now } = context;
    if (!(await endUserSession(db, user.id, { sessionId: params.id, ...ended, now: now() }))) throw notFound('This session');
    await auditChange(context, 'session.ended', { sessions: 1 });
    return done;
  },

  async 'POST /api/account/sessions/end-others'(_, context) {
    refuseImpersonator(context);
    const { db, user, now } = context;
    const endedSessions = await endOtherSessions(db, user.id, { keptSessionId: user.sessionId, ...ended, now: now() });
    await auditChange(context, 'session.ended', { sessions: endedSessions });
    return { endedSessions };
  },

  async 'GET /api/account/first-steps'(_, { db, user }) {
    const { hasSample, ...steps } = await findFirstSteps(db, user.id, SAMPLE_TEMPLATE_ID);
    return { ...steps, sampleTemplateId: hasSample ? SAMPLE_TEMPLATE_ID : null };
  },

  async 'PUT /api/account/first-steps'({ body }, { db, user, now }) {
    await closeFirstSteps(db, user.id, body.isClosed ? now() : null);
    return done;
  },

  async 'GET /api/account/quota'(_, context) {
    const { id, effectiveQuotas: workflowQuotaSettings } = context.user;
    return { workflowQuotaSettings, starts: await readStarts(context, id, workflowQuotaSettings) };
  },
});

/** @throws ApiProblem 403 for an admin who acts as the person: only the person may make what outlives the admin's session. */
function refuseImpersonator({ user }: UserContext): void {
  if (user.impersonatorUserId === null) return;
  throw new ApiProblem(403, 'not-while-impersonating', 'Only the person themselves can do this, not an admin who acts as them.');
}

function presentSession(row: SessionRow, currentSessionId: string): OwnSession {
  return {
    id: row.id,
    isCurrent: row.id === currentSessionId,
    isImpersonated: row.impersonatorUserId !== null,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    ipAddress: row.impersonatorUserId === null ? row.ipAddress : null,
    userAgent: row.impersonatorUserId === null ? row.userAgent : null,
  };
}
