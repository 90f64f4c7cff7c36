import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForRun } from '../api/runs.ts';
import { signUp } from '../api/session.ts';
import { createConnectorType, makeConnector } from '../connectors/step-system.ts';
import { sharedBaseUrl } from '../stack/shared-stack.ts';
import { type Animal, type AnimalSystem, animalDocument, startAnimalSystem } from './animal-system.ts';

const baseUrl = sharedBaseUrl();
const mapping = (toParameterPath: string, fromParameterExpression: string) => ({ toParameterPath, fromParameterExpression });
/** The item's status for each change that a preview shows, and the count that it adds to. */
const STATUSES = { new: 'Success', changed: 'Success', unchanged: 'Success', skipped: 'Skipped', waits: 'InProgress', error: 'Error' };
const COUNTS = { new: 'created', changed: 'updated', unchanged: 'unchanged', skipped: 'skipped', waits: 'waiting', error: 'failed' };
type Change = keyof typeof COUNTS;

let api: Client<Calls>;
let system: AnimalSystem;
let workflowId: string;

beforeAll(async () => {
  system = await startAnimalSystem();
  api = (await signUp(baseUrl)).api;
  const document = JSON.stringify(animalDocument);
  const createSide = async (place: string, mappings: object[]) => {
    const name = `${place} ${crypto.randomUUID().slice(0, 8)}`;
    const typeId = await createConnectorType(baseUrl, { name, fileName: 'animals.json', document, baseUrl: `${system.url}/${place}` });
    const connectorId = await makeConnector(api, typeId, name);
    return { entityType: 'Animals', connectorTypeId: typeId, connectorId, mappings };
  };
  const mappings = [
    mapping('body.name', '$Item.name'),
    mapping('body.tag', '$Item.tag'),
    mapping('body.code', '$Item.code'),
    mapping('body.price', '$Item.price'),
    mapping('match.leaveOut', '${ifEqual($Item.kind, "toy", "Toys stay here.")}'),
  ];
  const link = { fromParameterExpression: '$Item.keeper', toParameterPath: 'body.keeperId' };
  const Target = {
    ...(await createSide('new', mappings)),
    dependentMappings: { Keepers: { mappings: [mapping('body.name', '$Item.name')], link } },
  };
  const operations = { Source: await createSide('old', []), Target };
  const steps = [
    { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' },
    { stepId: 'sync', type: 'IntegrationStep', implementationType: 'Integration', fieldsData: {} },
  ];
  const { workflow } = await api('POST /api/workflows', { body: { name: 'Animals', steps: steps as never } });
  workflowId = workflow.id;
  await api('POST /api/integration/integrations/{workflowId}/{direction}/{integrationType}', {
    params: { workflowId, direction: 'SourceToTarget', integrationType: 'Integration' },
    body: { operations, carriesDeletions: true } as never,
  });
  await api('POST /api/workflows/{id}/activate', { params: { id: workflowId } });
});
afterAll(() => system?.close());

/**
 * Previews and syncs the same records.
 *
 * @param archived records whose target is archived: an update, after which they are skipped
 * @returns what the preview said of each; the sync has done exactly that
 */
async function previewThenSync(archived: string[] = []): Promise<Record<string, Change>> {
  const { flows } = await api('POST /api/integrations/preview', { body: { workflowId } });
  const preview = flows.find(({ sourceEntity }) => sourceEntity === 'Animals');
  expect(preview).toMatchObject({ error: null, isWhole: true });
  const changes = Object.fromEntries((preview?.records ?? []).map(({ sourceItemId, change }) => [sourceItemId, change]));
  const { workflowInstanceId } = await api('POST /api/workflows/{id}/run', { params: { id: workflowId }, body: {} });
  expect(await waitForRun(api, workflowInstanceId)).toMatchObject({ status: 'Succeeded', errorMessage: null });
  const synced = await api('GET /api/integrations/flows', { query: { workflowId } });
  const flow = synced.flows.find(({ source }) => source.entity === 'Animals');
  if (!flow) throw new Error('The flow is missing');
  const expected: Record<string, number> = { read: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, waiting: 0, failed: 0 };
  for (const change of Object.values(changes)) {
    expected[COUNTS[change]] = (expected[COUNTS[change]] ?? 0) + 1;
    expected.read = (expected.read ?? 0) + 1;
  }
  const { items } = await api('GET /api/integrations/flows/{flowId}/items', { params: { flowId: flow.id }, query: { pageSize: 100 } });
  const statuses = Object.fromEntries(items.map(({ sourceItemId, status }) => [sourceItemId, status]));
  const wanted = Object.fromEntries(
    Object.entries(changes).map(([id, change]) => [id, archived.includes(id) ? 'Skipped' : STATUSES[change]]),
  );
  expect({ counts: flow.counts, statuses }).toEqual({ counts: expected, statuses: expect.objectContaining(wanted) });
  return changes;
}

test('a sync does with each record what its preview said, and counts the same', async () => {
  const animal = (id: string, more: object = {}) => ({ id, name: `Name ${id}`, tag: `tag-${id}`, price: 10, ...more });
  const keeper = { id: 'k1', name: 'Ada' };
  system.put('old', 'keepers', keeper);
  const put = (...animals: Animal[]) => {
    for (const one of animals) system.put('old', 'animals', one);
  };
  const there = (...animals: Animal[]) => {
    for (const one of animals) system.put('new', 'animals', one);
  };
  put(animal('new'), animal('same'), animal('alike'), animal('found'), animal('twofold'), animal('mixed', { code: 'C-1' }));
  put(animal('twin-1', { tag: 'twins' }), animal('twin-2', { tag: ' TWINS' }), animal('toy', { kind: 'toy' }));
  put(
    animal('inactive', { gone: true }),
    { id: 'nameless', tag: 'n' },
    animal('kept', { keeper: 'k1' }),
    animal('waits', { keeper: 'k2' }),
  );
  put(animal('doomed'), animal('leaving'));
  there({ ...animal('same'), id: 't-same' }, { ...animal('alike', { price: '10.00', tag: 'TAG-ALIKE' }), id: 't-alike', tag: 'tag-alike' });
  there({ ...animal('found', { name: 'Another' }), id: 't-found' });
  there({ ...animal('twofold'), id: 't-1' }, { ...animal('twofold'), id: 't-2' });
  there({ ...animal('mixed'), id: 't-tag' }, { ...animal('other', { code: 'C-1' }), id: 't-code' });
  const first = await previewThenSync();
  expect(first).toEqual({
    ...{ new: 'new', same: 'unchanged', alike: 'unchanged', found: 'changed', twofold: 'error', mixed: 'error' },
    ...{ 'twin-1': 'error', 'twin-2': 'error', toy: 'skipped', inactive: 'skipped', nameless: 'error' },
    ...{ kept: 'new', waits: 'waits', doomed: 'new', leaving: 'new' },
  });

  // The second time, the flow knows its records.
  system.put('old', 'animals', animal('new', { price: 11 }));
  system.put('old', 'animals', animal('same', { name: 'Both' }));
  system.put('new', 'animals', { ...animal('same', { name: 'Both' }), id: 't-same' });
  system.put('old', 'animals', animal('found', { name: 'Renamed here' }));
  system.put('new', 'animals', { ...animal('found', { name: 'Renamed there' }), id: 't-found' });
  system.put('old', 'animals', animal('leaving', { gone: true }));
  system.put('old', 'animals', animal('doomed', { price: 12 }));
  system.removeNamed('new', 'animals', 'Name doomed');
  const again = await previewThenSync(['leaving']);
  expect(again).toEqual({
    ...first,
    ...{ new: 'changed', same: 'unchanged', alike: 'unchanged', found: 'changed', leaving: 'changed', doomed: 'error', kept: 'unchanged' },
  });

  // Nothing has changed since: what is left out, or can't be written, isn't called unchanged.
  const third = await previewThenSync();
  expect(third).toEqual({ ...again, new: 'unchanged', found: 'unchanged', leaving: 'skipped' });
});
