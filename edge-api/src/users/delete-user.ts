import { parseRunId } from '@portage/contracts';
import { causeOf, log } from '@portage/contracts/log';
import {
  deleteUserRow,
  deleteWorkflowsOf,
  endSessionsOfUser,
  findUser,
  listConnectorIdsOf,
  listOpenRunsOf,
  type StoppedWorkflow,
} from '@portage/database';
import { HOUR_MS } from '@portage/primitives/durations';
import { auditChange } from '../audit/record-audit.ts';
import { endBilling } from '../billing/end-billing.ts';
import { syncEvent } from '../connector-events/sync-event.ts';
import { forgetCustomFields } from '../connectors/choices/custom-field-store.ts';
import { connectionObject } from '../connectors/connection-object.ts';
import { conflict, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { triggerChanged } from '../webhooks/trigger-changes.ts';
import { runShard, shardNamesOf } from '../workflow-instances/run-shards.ts';
import { syncSchedule } from '../workflows/schedule.ts';

const AT_ONCE = 10;
const MAX_CANCELLED_RUNS = 2_000;

interface Warning {
  userMessage: string;
  message: string;
  code: string;
}

/**
 * Deletes a user: workflows stop and are gone, with their schedules, webhooks and stored data; connectors are gone with
 * their secrets, and with what is registered through them at other systems; runs that go on are cancelled; every session
 * ends. Ended runs, gift cards and the audit log stay for admins.
 *
 * Stopping what needs the connectors comes before the account goes, because a connector without its owner makes no calls. What
 * cannot be stopped right now does not keep the account: the engine's sweeps bring the rest round.
 *
 * @returns what could not be done at once.
 * @throws ApiProblem 404, 409 for oneself
 */
export async function deleteUser(context: UserContext, userId: string): Promise<Warning[]> {
  const { db, env, user: admin, now } = context;
  const row = await findUser(userId, db);
  if (!row) throw notFound('This user');
  if (row.id === admin.id) throw conflict('own-account', 'You cannot delete the account that you are signed in with.');

  await endSessionsOfUser(row.id, db, 'user-deleted', now());
  const workflows = await deleteWorkflowsOf(row.id, db, now());
  const unstopped = await failuresOf(workflows, (workflow) => stop(context, row.id, workflow));
  const connectorIds = await listConnectorIdsOf(row.id, db);
  const unretired = await failuresOf(connectorIds, (id) => connectionObject(env, id).retire(id));
  const unended = await failuresOf([row.id], (id) => endBilling(context, id));
  if (!(await deleteUserRow(row.id, db, now()))) throw notFound('This user');

  await failuresOf(connectorIds, async (id) => {
    await connectionObject(env, id).forget();
    await forgetCustomFields(env, id);
  });
  const { cancelled, failures: uncancelled } = await cancelRunsOf(context, row.id);
  await auditChange(
    context,
    'user.deleted',
    { email: row.email, workflows: workflows.length, connectors: connectorIds.length, runs: cancelled },
    row.id,
  );
  return [
    ...(unstopped ? [warning('not-stopped', `${unstopped} schedules or events stop only within the next minutes.`)] : []),
    ...(unretired
      ? [warning('not-retired', `The webhooks that ${unretired} connectors registered at other systems could not be removed there.`)]
      : []),
    ...(unended
      ? [warning('still-charged', 'The subscription could not be ended at Stripe. Please end it there, so that it is not charged again.')]
      : []),
    ...(uncancelled ? [warning('not-cancelled', 'Some runs could not be cancelled at once; they are within the next minutes.')] : []),
  ];
}

async function stop(
  context: UserContext,
  ownerUserId: string,
  { id, triggerCode, triggerType }: { id: string } & StoppedWorkflow,
): Promise<void> {
  if (triggerType === 'Webhook' || triggerType === 'ConnectorEvent')
    await triggerChanged(context, { workflowId: id, ownerUserId, triggerCode });
  if (triggerType === 'Scheduled') await syncSchedule(context, id);
  if (triggerType === 'ConnectorEvent') await syncEvent(context, id);
}

async function cancelRunsOf(context: UserContext, userId: string): Promise<{ cancelled: number; failures: number }> {
  const { db, env, now } = context;
  const runIds = await listOpenRunsOf(userId, db, MAX_CANCELLED_RUNS);
  let cancelled = 0;
  const unasked = await failuresOf(shardsOfThisHour(userId, now()), async (shardName) => {
    const count = await runShard(env, { shardName }).cancelOpenRuns();
    cancelled += count;
  });
  const uncancelled = await failuresOf(runIds, async (runId) => {
    if (await cancel(context, runId)) cancelled += 1;
  });
  return { cancelled, failures: unasked + uncancelled };
}

/** Where runs are that began moments before, of which the run index may know nothing yet; a shard takes runs for an hour. */
function shardsOfThisHour(ownerUserId: string, now: Date): string[] {
  return shardNamesOf(ownerUserId, [now.getTime(), now.getTime() - HOUR_MS]);
}

async function cancel({ env }: UserContext, runId: string): Promise<boolean> {
  const location = parseRunId(runId);
  return location !== null && (await runShard(env, location).cancelRun(runId)).isSuccess;
}

/** Does it with all, some at a time, however many fail. @returns how many did */
async function failuresOf<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<number> {
  let failures = 0;
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const results = await Promise.allSettled(items.slice(start, start + AT_ONCE).map(act));
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      failures += 1;
      log('warn', 'Something of a deleted user could not be stopped', { cause: causeOf(result.reason) });
    }
  }
  return failures;
}

function warning(code: string, text: string): Warning {
  return { userMessage: text, message: text, code };
}
