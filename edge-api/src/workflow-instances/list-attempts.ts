import { type CallResponse, isOwnerId, type RunContinuer } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { loadEmails } from '@portage/database';
import type { UserContext } from '../http/context.ts';
import { openReadableRun, readRun } from './locate-run.ts';

type Attempts = CallResponse<Calls, 'GET /api/workflows/instances/{id}/attempts'>['attempts'];

/** How a run failed before it was continued; empty if its shard is past retention. @throws ApiProblem 404 */
export async function listAttempts(runId: string, context: UserContext): Promise<Attempts> {
  const opened = await openReadableRun(runId, context);
  const attempts = opened && (await opened.shard.listRunAttempts(runId, opened.viewer));
  if (!attempts) {
    await readRun(runId, context);
    return [];
  }
  const people = attempts.flatMap(({ continuedBy }) => (continuedBy ? [continuedBy.userId, continuedBy.impersonatorUserId] : []));
  const emails = await loadEmails(
    context.db,
    people.filter((id) => id !== null && isOwnerId(id)),
  );
  const named = ({ userId, impersonatorUserId }: RunContinuer) => ({
    email: emails.get(userId) ?? null,
    impersonatorEmail: impersonatorUserId === null ? null : (emails.get(impersonatorUserId) ?? null),
  });
  return attempts.map((attempt) => ({ ...attempt, continuedBy: attempt.continuedBy && named(attempt.continuedBy) }));
}
