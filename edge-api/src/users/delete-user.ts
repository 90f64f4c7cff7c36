import {
  deleteOwnerWorkflows,
  deleteUserRow,
  endSessionsOfUser,
  findUser,
  forgetContentOfOwner,
  listOwnerConnectorIds,
} from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { endBilling } from '../billing/end-billing.ts';
import { forgetCustomFields } from '../connector-types/documents/custom-field-store.ts';
import { connectionObject } from '../connectors/connection-object.ts';
import { type ApiWarning, notFound, warning } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { cancelUserRuns, countFailures, stopTrigger } from './stop-work.ts';

/**
 * Deletes a user: workflows stop and are deleted, with their schedules, webhooks and stored data; connectors are deleted with
 * their secrets, and with their registrations at other systems; open runs are cancelled; every session
 * ends. Finished runs, gift cards and the audit log stay for admins.
 *
 * Whatever needs the connectors is stopped before the account is deleted, because a connector without its owner makes no calls. A failure
 * to stop something doesn't keep the account: the engine's sweeps do the rest.
 *
 * @returns what couldn't be done at once.
 * @throws ApiProblem 404
 */
export async function deleteUser(context: UserContext, userId: string): Promise<ApiWarning[]> {
  const { db, env, now } = context;
  const row = await findUser(db, userId);
  if (!row) throw notFound('This user');

  await endSessionsOfUser(db, row.id, 'user-deleted', now());
  const workflows = await deleteOwnerWorkflows(db, row.id, now());
  const unstopped = await countFailures(workflows, (workflow) => stopTrigger(context, row.id, workflow));
  const connectorIds = await listOwnerConnectorIds(db, row.id);
  const unretired = await countFailures(connectorIds, (id) => connectionObject(env, id).retire(id));
  const unended = await countFailures([row.id], (id) => endBilling(context, id));
  if (!(await deleteUserRow(db, row.id, now()))) throw notFound('This user');

  await countFailures(connectorIds, async (id) => {
    await connectionObject(env, id).forget();
    await forgetCustomFields(env, id);
  });
  const { cancelled, failures: uncancelled } = await cancelUserRuns(context, row.id);
  await countFailures([row.id], (id) => forgetContentOfOwner(db, id));
  await auditChange(
    context,
    'user.deleted',
    { email: row.email, workflows: workflows.length, connectors: connectorIds.length, runs: cancelled },
    row.id,
  );
  return [
    ...(unstopped ? [warning('not-stopped', `${unstopped} schedules or events will take a few minutes to stop.`)] : []),
    ...(unretired
      ? [warning('not-retired', `The webhooks that ${unretired} connectors registered at other systems could not be removed there.`)]
      : []),
    ...(unended
      ? [warning('still-charged', 'The subscription could not be ended at Stripe. Please end it there, so that it is not charged again.')]
      : []),
    ...(uncancelled ? [warning('not-cancelled', 'Some runs could not be cancelled at once; that will take a few minutes.')] : []),
  ];
}
