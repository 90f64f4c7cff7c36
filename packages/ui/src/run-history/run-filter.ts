import { type CallInput, type RunStatus, runStatuses } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { rangeOf } from '../calendar/range-presets.ts';
import { pageIndexOf } from '../table/page-numbers.ts';

/** Whose runs a list shows. */
export type RunScope = 'own' | 'everyone';

/** Runs a page (spec RUN-08). */
export const RUN_PAGE_SIZE = 10;

/** `userEmail` is for everyone's runs only: a part of the owner's address. */
export const runFilterNames = ['userEmail', 'workflowId', 'status', 'started', 'startedFrom', 'startedTo'] as const;
export type RunFilter = Record<(typeof runFilterNames)[number], string>;

/** A status in the address; undefined for what is no status. */
export function asStatus(text: string): RunStatus | undefined {
  return runStatuses.find((status) => status === text);
}

/** What the server is asked for (spec RUN-07). @param page from 1 */
export function runQueryOf(
  scope: RunScope,
  { userEmail, workflowId, status, ...started }: RunFilter,
  page: number,
  { nowMs, timeZone }: { nowMs: number; timeZone: string },
): NonNullable<CallInput<Calls, 'GET /api/workflows/find-instances'>['query']> {
  const { start, end } = rangeOf(started, nowMs, timeZone);
  const known = asStatus(status);
  const isAdmin = scope === 'everyone';
  return {
    ...(userEmail && isAdmin ? { userEmail } : {}),
    ...(workflowId ? { workflowId } : {}),
    ...(known ? { workflowInstanceStatus: known } : {}),
    ...(start ? { workflowStartedAtStart: start } : {}),
    ...(end ? { workflowStartedAtEnd: end } : {}),
    isAdmin,
    pageIndex: pageIndexOf(page),
    pageSize: RUN_PAGE_SIZE,
  };
}
