import type { AlertKind } from './alert-kinds.ts';

/** What an alert's words depend on. */
export interface AlertFacts {
  kind: AlertKind;
  name: string;
  message: string | null;
  count: number;
  workflowId: string | null;
  connectorId: string | null;
  flowId: string | null;
  runId: string | null;
  /** When the condition ended. Null or absent: it still holds, or its kind has no end. */
  endedAt?: string | null;
}

export interface AlertWords {
  /** What happened. */
  title: string;
  meaning: string;
  remedy: string;
  path: string;
  linkText: string;
}

export const alertKindNames: Readonly<Record<AlertKind, string>> = {
  RunFailed: 'A run failed',
  ManyFailures: 'Many runs failed',
  ScheduleLate: 'A schedule did not fire in time',
  ConnectorSignedOut: 'A connector no longer works',
  SyncErrors: 'A sync has many records in Error',
  SyncLag: 'A sync lags behind',
  QuotaNear: 'A quota is nearly used up',
};

/** An alert in plain words, the same in the list, e-mails and webhooks. */
export function alertWords(alert: AlertFacts): AlertWords {
  const words = wordsOfBeginning(alert);
  return alert.endedAt ? { ...words, ...wordsOfEnd(alert) } : words;
}

/** For a condition that has ended. */
function wordsOfEnd({ kind, name }: AlertFacts): Pick<AlertWords, 'title' | 'meaning' | 'remedy'> {
  const remedy = 'There is nothing left to do.';
  switch (kind) {
    case 'ManyFailures':
      return {
        title: `“${name}” runs again`,
        meaning: 'Its runs succeed again.',
        remedy: 'Re-run what failed in the meantime if you need it.',
      };
    case 'ConnectorSignedOut':
      return {
        title: `The connector “${name}” works again`,
        meaning: 'The other system accepts its credentials.',
        remedy: 'Re-run what failed in the meantime if you need it.',
      };
    case 'SyncLag':
      return { title: `The sync ${name} has caught up`, meaning: 'All changes have reached the other system.', remedy };
    case 'SyncErrors':
      return {
        title: `The sync ${name} has few records in Error again`,
        meaning: 'Most records have reached the other system.',
        remedy: 'Its items show which are still in Error.',
      };
    case 'RunFailed':
      return { title: `The failed runs of “${name}” were repaired`, meaning: 'None of them is failed any more.', remedy };
    case 'ScheduleLate':
    case 'QuotaNear':
      return { title: `Over: ${alertKindNames[kind]}`, meaning: 'It is over.', remedy };
    default:
      return kind satisfies never;
  }
}

function wordsOfBeginning(alert: AlertFacts): AlertWords {
  const { kind, name, count, runId } = alert;
  const run = { path: runId ? `/run-history/${runId}/view` : buildRunsPath(alert), linkText: runId ? 'Open the run' : 'Open Run History' };
  switch (kind) {
    case 'RunFailed':
      return {
        title: count === 1 ? `A run of “${name}” failed` : `${count.toLocaleString('en')} runs of “${name}” failed within an hour`,
        meaning: 'Steps after the failed one didn’t run.',
        remedy: 'Open the run to see the failed step, fix the cause and press Re-run.',
        ...run,
      };
    case 'ManyFailures':
      return {
        title: `“${name}” keeps failing`,
        meaning: 'Most likely one cause makes run after run fail.',
        remedy: 'Open the last failed run. Deactivate the workflow if nothing should start until the cause is fixed.',
        ...run,
      };
    case 'ScheduleLate':
      return {
        title: `The schedule of “${name}” did not fire in time`,
        meaning: 'The data that its run carries is older than planned.',
        remedy: 'Look at the runs of the workflow, and press Run if you need the data now.',
        path: buildRunsPath(alert),
        linkText: 'Open its runs',
      };
    case 'ConnectorSignedOut':
      return {
        title: `The connector “${name}” no longer works`,
        meaning: 'The other system refuses its credentials. Runs and syncs that use it fail until you fix it.',
        remedy: 'Open the connector and press Re-Connect, or enter its credentials again.',
        path: alert.connectorId ? `/connectors/${alert.connectorId}/edit` : '/connectors',
        linkText: 'Open the connector',
      };
    case 'SyncErrors':
      return {
        title: `The sync ${name} has many records in Error`,
        meaning: 'The other system refused them, so it does not have their changes.',
        remedy: 'Open the sync, filter its items by Error, fix the cause and press Sync again.',
        path: flowPath(alert),
        linkText: 'Open the sync',
      };
    case 'SyncLag':
      return {
        title: `The sync ${name} lags behind`,
        meaning: 'Changes since the last whole sync have not reached the other system.',
        remedy: 'Open the sync to see what holds it up.',
        path: flowPath(alert),
        linkText: 'Open the sync',
      };
    case 'QuotaNear':
      return {
        title: `Your quota of ${name} is nearly used up`,
        meaning: 'When it is used up, workflows do not start until the quota begins again.',
        remedy: 'Your account shows how much is used. See in Run History which workflows run most, or ask an admin for a higher quota.',
        path: '/account/quota',
        linkText: 'Open your quota',
      };
    default:
      return kind satisfies never;
  }
}

/** Where an alert takes its reader. An admin may open other people's runs but nothing else of theirs, so other alerts link to the list. */
export function alertPath(alert: AlertFacts & { ownerUserId: string }, readerUserId: string): string {
  const isOpen = alert.ownerUserId === readerUserId || alert.runId !== null;
  return isOpen ? alertWords(alert).path : '/run-history/alerts?isForEveryone=true';
}

/** The flow with its items, in its workflow; an older alert may lack the workflow. */
function flowPath({ workflowId, flowId }: AlertFacts): string {
  if (workflowId === null) return '/integrations';
  const flow = flowId === null ? '' : `&flow=${encodeURIComponent(flowId)}`;
  return `/workflows/${encodeURIComponent(workflowId)}/edit?tab=Sync%20Data${flow}`;
}

function buildRunsPath({ workflowId }: AlertFacts): string {
  return workflowId ? `/run-history?workflowId=${workflowId}` : '/run-history';
}
