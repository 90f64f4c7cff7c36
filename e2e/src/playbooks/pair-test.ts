import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { signUp } from '../api/session.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { simulatedRecords } from './simulated-records.ts';
import type { syncedPlaybook } from './synced-playbook.ts';

export type SyncedPlaybook = Awaited<ReturnType<typeof syncedPlaybook>>;

/** A new person with connectors of simulated systems, for the test of a pair. */
export async function openPair(connectorTypeIds: readonly string[]) {
  const baseUrl = sharedBaseUrl();
  const { api } = await signUp(baseUrl);
  const connectorIds: string[] = [];
  for (const connectorTypeId of connectorTypeIds) {
    connectorIds.push((await api('POST /api/connectors/simulated', { body: { connectorTypeId } })).connector.id);
  }
  return { api, connectorIds, simulated: simulatedRecords(baseUrl) };
}

/** Items that wait for another attempt, or were refused, get it now. */
export async function syncAgain(api: Client<Calls>, synced: SyncedPlaybook, id: string): Promise<void> {
  const { id: flowId } = await synced.flowOf(id);
  const left = (await synced.items(id)).filter(({ status }) => status === 'Error' || status === 'InProgress');
  if (left.length === 0) return;
  const sourceItemIds = left.map(({ sourceItemId }) => sourceItemId);
  await api('POST /api/integrations/flows/{flowId}/sync-again', { params: { flowId }, body: { sourceItemIds } });
  await synced.sync(id);
}
