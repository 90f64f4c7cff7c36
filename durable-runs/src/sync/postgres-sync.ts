import type { OwnerId } from '@portage/contracts';
import {
  claimSyncFlow,
  claimSyncRecords,
  type Database,
  dropFromSyncConflicts,
  endSyncConflicts,
  failSyncFlow,
  findIntegrationOfWorkflow,
  isSyncFlowAskedAgain,
  listDueSyncItems,
  listLastWritten,
  listStoredRecords,
  listSyncConflicts,
  listSyncItemsOfTargets,
  listUnheardSyncItems,
  markSyncConflicts,
  markSyncItemsHeard,
  putDashboardItems,
  readStoredSides,
  readSyncPage,
  releaseSyncFlow,
  writeSyncItems,
} from '@portage/database';
import { retryDatabase } from '../data/retry-database.ts';
import type { RunSync } from '../step-context/sync-port.ts';

/** A run that has been silent for this long loses its flow to the next run. */
const LEASE_MS = 10 * 60_000;

export interface SyncOwner {
  ownerUserId: OwnerId;
  workflowId: string;
  runId: string;
}

/** The flows of one owner in PostgreSQL. A statement that did not arrive is repeated (HOSTILE 10). */
export function postgresSync(
  connect: () => Database,
  wait: (ms: number) => Promise<void>,
  now: () => number,
): (owner: SyncOwner) => RunSync {
  const patiently = <T>(call: () => Promise<T>) => retryDatabase(call, wait);
  return ({ ownerUserId, workflowId, runId }) => ({
    integration: (integrationType) => patiently(() => findIntegrationOfWorkflow(connect(), ownerUserId, workflowId, integrationType)),
    claim(flow) {
      const newId = crypto.randomUUID();
      return patiently(() => {
        const at = new Date(now());
        return claimSyncFlow(connect(), ownerUserId, { ...flow, newId, workflowId, runId, at, leaseUntil: leaseFrom(at) });
      });
    },
    fail: (flowKey, error) =>
      patiently(() => failSyncFlow(connect(), ownerUserId, { workflowId, flowKey, runId, error, at: new Date(now()) })),
    kept: (flowId, limit) => patiently(() => listStoredRecords(connect(), flowId, limit)),
    page: (question) => patiently(() => readSyncPage(connect(), ownerUserId, { ...question, runId })),
    storedSides: (question) => patiently(() => readStoredSides(connect(), ownerUserId, question)),
    due: (flowId, beforeMs, limit) => patiently(() => listDueSyncItems(connect(), flowId, new Date(beforeMs), limit)),
    claimRecords: ({ heldSinceMs, ...flow }, claims) =>
      patiently(() => claimSyncRecords(connect(), ownerUserId, { ...flow, at: new Date(now()), heldSince: new Date(heldSinceMs) }, claims)),
    itemsOfTargets: (flowId, ids) => patiently(() => listSyncItemsOfTargets(connect(), flowId, ids)),
    lastWritten: (flowId, ids) => patiently(() => listLastWritten(connect(), flowId, ids)),
    write: (flowId, counts, items) =>
      patiently(() => {
        const at = new Date(now());
        return writeSyncItems(connect(), { flowId, runId, counts, at, leaseUntil: leaseFrom(at) }, items);
      }),
    markConflicts: (flowId, conflicts) => patiently(() => markSyncConflicts(connect(), flowId, conflicts, new Date(now()))),
    endConflicts: (flowId, messages) => patiently(() => endSyncConflicts(connect(), flowId, messages, new Date(now()))),
    conflicts: (flowId, limit) => patiently(() => listSyncConflicts(connect(), flowId, limit)),
    dropFromConflicts: (flowId, ids, reason, atMs) =>
      patiently(() => dropFromSyncConflicts(connect(), flowId, ids, { reason, dueAt: new Date(atMs), at: new Date(now()) })),
    markHeard: (flowId, ids) => patiently(() => markSyncItemsHeard(connect(), flowId, ids, new Date(now()))),
    unheard: (flowId, sinceMs, limit) => patiently(() => listUnheardSyncItems(connect(), flowId, new Date(sinceMs), limit)),
    release: (flowId, end) => patiently(() => releaseSyncFlow(connect(), { flowId, runId, ...end, at: new Date(now()) })),
    isAskedAgain: (flowId, cursor, sinceMs) =>
      patiently(() => isSyncFlowAskedAgain(connect(), flowId, cursor, new Date(sinceMs), new Date(now()))),
    putDashboardItems: (dashboardId, items) =>
      patiently(() => putDashboardItems(connect(), ownerUserId, dashboardId, items, new Date(now()))),
  });
}

function leaseFrom(at: Date): Date {
  return new Date(at.getTime() + LEASE_MS);
}
