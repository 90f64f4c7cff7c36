import { type CallInput, type RunStatusFilter, runStatusFilters } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { resolveRange, toPageIndex } from '@portage/ui';
import { PAGE_SIZE } from '../list/use-list-page.ts';

export type RunScope = 'own' | 'everyone';

/**
 * `userEmail`: a part of the owner's address, for everyone's runs. `content`: words that one's own runs carried. `tag`: the start of a value,
 * or a whole value in quotation marks.
 */
export const runFilterNames = [
  'userEmail',
  'workflowId',
  'status',
  'started',
  'startedFrom',
  'startedTo',
  'content',
  'tag',
  'withoutTests',
] as const;
export type RunFilter = Record<(typeof runFilterNames)[number], string>;

/** A status in the address; undefined for any other text. */
export function asStatus(text: string): RunStatusFilter | undefined {
  return runStatusFilters.find((status) => status === text);
}

export type RunQuery = NonNullable<CallInput<Calls, 'GET /api/workflows/find-instances'>['query']>;

/** The query for the server (spec RUN-07). @param page starts at 1 */
export function buildRunQuery(
  scope: RunScope,
  { userEmail, workflowId, status, content, tag, withoutTests, ...started }: RunFilter,
  page: number,
  { nowMs, timeZone }: { nowMs: number; timeZone: string },
): RunQuery {
  const { start, end } = resolveRange(started, nowMs, timeZone);
  const known = asStatus(status);
  const isAdmin = scope === 'everyone';
  return {
    ...(userEmail && isAdmin ? { userEmail } : {}),
    ...(workflowId ? { workflowId } : {}),
    ...(known ? { workflowInstanceStatus: known } : {}),
    ...(content && !isAdmin ? { content } : {}),
    ...(tag ? parseTagQuery(tag) : {}),
    ...(withoutTests === 'true' ? { withoutTests: true } : {}),
    ...(start ? { workflowStartedAtStart: start } : {}),
    ...(end ? { workflowStartedAtEnd: end } : {}),
    isAdmin,
    pageIndex: toPageIndex(page),
    pageSize: PAGE_SIZE,
  };
}

function parseTagQuery(text: string): { tagValue: string; isTagExact?: true } {
  const [, exact] = /^"(.+)"$/.exec(text) ?? [];
  return exact === undefined ? { tagValue: text } : { tagValue: exact, isTagExact: true };
}
