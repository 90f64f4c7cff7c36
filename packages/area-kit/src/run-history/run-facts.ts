import type { RunCause } from '@portage/contracts';
import { formatDuration } from '@portage/ui';
import type { ListedRun } from './run-list.ts';

/** Longer reasons are cut in a list; the run's page shows them in full. */
const MOST_CHARACTERS = 160;

const causeWords: Readonly<Record<RunCause, string>> = {
  Manual: 'by hand',
  Webhook: 'webhook',
  ConnectorEvent: 'event',
  Scheduled: 'schedule',
  Rerun: 're-run',
  Failure: 'another run failed',
  Call: 'called by a workflow',
};

/** What started a run, in words; null: unknown. */
export function causeText({ startedBy }: Pick<ListedRun, 'startedBy'>): string | null {
  return startedBy ? causeWords[startedBy] : null;
}

/** Why a run failed, in one line, with its step; null: it didn't. */
export function failureText({
  status,
  errorMessage,
  failedStep,
}: Pick<ListedRun, 'status' | 'errorMessage' | 'failedStep'>): string | null {
  if (status !== 'Failed') return null;
  const [line = ''] = (errorMessage ?? '').trim().split('\n', 1);
  const text = [failedStep, line].filter(Boolean).join(': ');
  if (text === '') return null;
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…` : text;
}

/** "took 1.2 s · webhook · test of the draft". The time that a run was stopped after a failure doesn't count. */
export function runFacts({
  startedAt,
  finishedAt,
  stoodFailedMs = 0,
  startedBy,
  isTest,
  isOfDraft,
}: Pick<ListedRun, 'startedAt' | 'finishedAt' | 'stoodFailedMs' | 'startedBy' | 'isTest' | 'isOfDraft'>): string {
  const tookMs = startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) - stoodFailedMs : null;
  const took = tookMs === null ? null : `took ${formatDuration(Math.max(0, tookMs))}`;
  const test = isTest ? (isOfDraft ? 'test of the draft' : 'test') : null;
  const parts = [took, causeText({ startedBy }), test];
  return parts.filter((part) => part !== null).join(' · ');
}
