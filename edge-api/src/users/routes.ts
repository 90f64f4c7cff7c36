import { userCalls } from '@portage/contracts/calls';
import {
  endSession,
  findDefaultQuotas,
  findUser,
  listStandings,
  listUsers,
  NO_STANDING,
  saveDefaultQuotas,
  updateUser,
  type WorkflowQuotaSettings,
} from '@portage/database';
import { isSameJson } from '@portage/primitives/json';
import { auditChange, recordAudit } from '../audit/record-audit.ts';
import { presentPlan } from '../billing/present-standing.ts';
import { conflict, notFound, unauthorized } from '../http/api-problem.ts';
import { hasValidSubscription } from '../http/has-valid-subscription.ts';
import { implement } from '../http/implement.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { atEntrance } from './at-entrance.ts';
import { confirmEmail } from './confirm-email.ts';
import { deleteUser } from './delete-user.ts';
import { forgotPassword } from './forgot-password.ts';
import { impersonate } from './impersonate.ts';
import { presentSelf } from './present-self.ts';
import { resetPassword } from './reset-password.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { toUser } from './to-user.ts';

const done = { isSuccess: true as const, warnings: [] };

export const userRoutes = implement(userCalls, {
  'POST /api/users/signin': ({ body }, context) => atEntrance(context, body.email, () => signIn(context, body)),

  'POST /api/users/signup': ({ body }, context) => atEntrance(context, body.email, () => signUp(context, body)),

  async 'POST /api/users/signout'(_, context) {
    const { db, now, user } = context;
    await endSession(db, user.sessionId, 'signed-out', now());
    await recordAudit(context, {
      action: 'session.signed-out',
      actorUserId: user.id,
      subjectUserId: user.id,
      impersonatorUserId: user.impersonatorUserId,
    });
    return done;
  },

  'POST /api/users/refresh-token': ({ body }, context) => refreshSession(context, body.refreshToken),

  'GET /api/users/me': (_, { env, user }) => ({ user: presentSelf(env, user, user.standing), hasWorkflow: user.hasWorkflowAccess }),

  async 'PUT /api/users/info'({ body }, { db, env, user }) {
    const changes = {
      ...(body.firstName === undefined ? {} : { firstName: body.firstName }),
      ...(body.lastName === undefined ? {} : { lastName: body.lastName }),
      ...(body.jobTitle === undefined ? {} : { jobTitle: body.jobTitle || null }),
      ...(body.companyName === undefined ? {} : { companyName: body.companyName || null }),
    };
    const row = await updateUser(db, user.id, changes);
    if (!row) throw unauthorized();
    return { user: presentSelf(env, row, user.standing) };
  },

  'GET /api/users/has-valid-subscription': (_, { user }) => ({ hasValidSubscription: hasValidSubscription(user) }),

  async 'POST /api/users/forgot-password'({ body }, context) {
    await atEntrance(context, body.email, () => forgotPassword(context, body.email));
    return done;
  },

  'POST /api/users/reset-password': ({ body }, context) => atEntrance(context, '', () => resetPassword(context, body)),

  'POST /api/users/confirm-email': ({ body }, context) => confirmEmail(context, body.token),

  async 'GET /api/users'({ query }, { db, now }) {
    const page = await listUsers(db, 'everyone', query);
    const ids = page.users.map(({ id }) => id);
    const standings = await listStandings(db, ids, now());
    const users = page.users.map((row) => ({
      ...toUser(row),
      hasWorkflowAccess: row.hasWorkflowAccess,
      plan: presentPlan(standings.get(row.id) ?? NO_STANDING),
    }));
    return { users, totalCount: page.totalCount };
  },

  'POST /api/users/impersonate': ({ body }, context) => impersonate(context, body.userId),

  'GET /api/users/default-quotas': async (_, { db }) => ({ workflowQuotaSettings: await findDefaultQuotas(db) }),

  async 'PUT /api/users/default-quotas'({ body }, context) {
    const entries = Object.entries(body.workflowQuotaSettings).filter(([, limit]) => limit != null);
    const workflowQuotaSettings: WorkflowQuotaSettings = Object.fromEntries(entries);
    await saveDefaultQuotas(context.db, workflowQuotaSettings, context.now());
    await auditChange(context, 'user.default-quotas-saved', { workflowQuotaSettings });
    return { workflowQuotaSettings };
  },

  async 'PUT /api/users/{id}'({ params, body }, context) {
    const before = await findUser(context.db, params.id);
    const { customBillingUrl, ...changes } = body;
    const billing = customBillingUrl === undefined ? {} : { billingDetails: customBillingUrl ? { customUrl: customBillingUrl } : null };
    const row = before && (await updateUser(context.db, before.id, { ...changes, ...billing }));
    if (!row) throw notFound('This user');
    const changed = Object.keys({ ...changes, ...billing }).filter(
      (name) => !isSameJson(before[name as keyof typeof before], row[name as keyof typeof row]),
    );
    await auditChange(context, 'user.saved', { email: row.email, changed, workflowQuotaSettings: row.workflowQuotaSettings }, row.id);
    return { user: toUser(row) };
  },

  async 'DELETE /api/users/{id}'({ params }, context) {
    if (params.id === context.user.id) throw conflict('own-account', 'You cannot delete the account that you are signed in with.');
    return { isSuccess: true, warnings: await deleteUser(context, params.id) };
  },
});
