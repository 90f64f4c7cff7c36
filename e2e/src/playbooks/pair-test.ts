import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { signUp } from '../api/session.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { simulatedRecords } from './simulated-records.ts';
import type { syncedPlaybook } from './synced-playbook.ts';
import { newPlaybookPerson } from './wizard-driver.ts';

export type SyncedPlaybook = Awaited<ReturnType<typeof syncedPlaybook>>;

/** A new person with a browser, for a pair's test. */
export async function openPair() {
  const baseUrl = sharedBaseUrl();
  const person = await newPlaybookPerson(baseUrl);
  return { person, api: person.api, simulated: simulatedRecords(baseUrl) };
}

export type Pair = Awaited<ReturnType<typeof openPair>>;

/** A new person, eight records of a system that sells in the shop, and six customers of the shop. */
export async function openShopPair(system: string, entity: string) {
  const pair = await openPair();
  const { simulated } = pair;
  await simulated.withoutLimits('shopify');
  const items = await simulated.fill(system, entity, 8);
  return { pair, items, customers: await simulated.fill('shopify', 'customers', 6) };
}

/** Closes the browser and deletes the playbook, so that its schedule doesn't run next to other tests. */
export async function closePair(pair: Pair | undefined, synced: SyncedPlaybook | undefined): Promise<void> {
  await pair?.person.close();
  if (synced) await pair?.api('DELETE /api/playbooks/{id}', { params: { id: synced.playbook.id } });
}

/** Another person, with a connector to each of these simulated systems. */
export async function connectedPerson(
  connectorTypeIds: readonly string[],
  baseUrl: string = sharedBaseUrl(),
): Promise<{ api: Client<Calls>; connectorIds: string[] }> {
  const { api } = await signUp(baseUrl);
  const connectorIds: string[] = [];
  for (const connectorTypeId of connectorTypeIds) {
    connectorIds.push((await api('POST /api/connectors/simulated', { body: { connectorTypeId } })).connector.id);
  }
  return { api, connectorIds };
}

/** Retries waiting and refused items now. */
export async function syncAgain(api: Client<Calls>, synced: SyncedPlaybook, id: string): Promise<void> {
  const { id: flowId } = await synced.flowOf(id);
  const left = (await synced.items(id)).filter(({ status }) => status === 'Error' || status === 'InProgress');
  if (left.length === 0) return;
  const sourceItemIds = left.map(({ sourceItemId }) => sourceItemId);
  await api('POST /api/integrations/flows/{flowId}/sync-again', { params: { flowId }, body: { sourceItemIds } });
  await synced.sync(id);
}
