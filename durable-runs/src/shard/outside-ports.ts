import { addApprovalMails, connectHttp, parseKeyRing, readVariables, SecretBox } from '@portage/database';
import { callAdapters } from '../calls/call-adapters.ts';
import { postgresDashboardItems } from '../data/postgres-dashboard-items.ts';
import { postgresWorkflowData } from '../data/postgres-workflow-data.ts';
import { retryDatabase } from '../data/retry-database.ts';
import { documentLibrary } from '../documents/document-library.ts';
import { sendOneOfMany, sendThroughEgress } from '../egress/send-through-egress.ts';
import type { EnginePorts } from '../engine/engine-ports.ts';
import type { Env } from '../env.ts';
import { objectNamed } from '../object-named.ts';
import { sandboxRunner } from '../script/sandbox-runner.ts';
import type { ShardStores } from '../storage/shard-stores.ts';
import { postgresSync } from '../sync/postgres-sync.ts';

export type OutsidePorts = Pick<
  EnginePorts,
  | 'approvals'
  | 'calls'
  | 'connection'
  | 'dashboardItems'
  | 'documents'
  | 'flows'
  | 'now'
  | 'runScript'
  | 'send'
  | 'sendOneOfMany'
  | 'variables'
  | 'workflowData'
>;

interface Clock {
  now(): number;
  wait(ms: number): Promise<void>;
}

/** The adapters for PostgreSQL, the file store, other objects, and the only way out to the network. */
export function outsidePorts(env: Env, { approvals }: ShardStores, { now, wait }: Clock): OutsidePorts {
  const secretBox = () => new SecretBox(parseKeyRing(env.CONNECTOR_KEYS));
  return {
    now,
    runScript: sandboxRunner(),
    send: (request, signal) => sendThroughEgress(env.EGRESS, request, signal),
    sendOneOfMany: (request) => sendOneOfMany(env.EGRESS, request),
    connection: (connectorId) => objectNamed(env.CONNECTIONS, connectorId),
    documents: documentLibrary(env.FILES),
    workflowData: postgresWorkflowData(() => connectHttp(env), wait),
    variables: {
      read: (ownerUserId, names) => retryDatabase(() => readVariables(connectHttp(env), ownerUserId, names, secretBox), wait),
    },
    dashboardItems: postgresDashboardItems(() => connectHttp(env), wait),
    calls: callAdapters(env, wait),
    approvals: {
      ask: (runKey, question, step) => approvals.ask(runKey, question, step),
      addMails: (ownerUserId, mails) => retryDatabase(() => addApprovalMails(connectHttp(env), ownerUserId, mails), wait),
    },
    flows: postgresSync(() => connectHttp(env), wait, now),
  };
}
