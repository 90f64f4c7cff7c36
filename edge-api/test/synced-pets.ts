import { connectors, integrations, type SyncFlowRow, type SyncItemRow, schema } from '@portage/database';
import { api, database, type Person, signedInPerson, testEnv } from './api.ts';
import type { ConnectionObject } from './connection-object.ts';
import { makeConnectorType } from './connector-types.ts';
import { SYNCED_PETS } from './pets-document.ts';
import { makeWorkflow } from './workflows.ts';

/** A person with two accounts of one application, and a workflow that syncs them. */
export interface SyncedPets {
  person: Person;
  workflowId: string;
  connectorTypeId: string;
  sourceId: string;
  targetId: string;
  source: ConnectionObject;
  target: ConnectionObject;
}

const INTEGRATION_STEPS = [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sync' },
  { stepId: 'sync', type: 'IntegrationStep', implementationType: 'Integration' },
];

export async function syncedPets(document = SYNCED_PETS): Promise<SyncedPets> {
  const person = await signedInPerson();
  const connectorTypeId = await createDocumentType(document, 'Pets');
  const { id: workflowId } = await makeWorkflow(person, { name: 'Pets', steps: INTEGRATION_STEPS });
  const [sourceId, targetId] = [
    await addConnector(person, connectorTypeId, 'Old zoo'),
    await addConnector(person, connectorTypeId, 'New zoo'),
  ];
  return { person, workflowId, connectorTypeId, sourceId, targetId, source: getSystem(sourceId), target: getSystem(targetId) };
}

/** A connector type with a document. @returns its id */
export async function createDocumentType(document: string, name: string): Promise<string> {
  const fileStorageId = crypto.randomUUID();
  await testEnv.FILES.put(`uploads/${fileStorageId}`, document);
  const openApiDocument = { fileName: 'pets.yaml', fileStorageId, storageType: 'R2' } as const;
  return makeConnectorType({ visibility: 'AllUsers', name, openApiDocument });
}

export async function addConnector({ row }: Person, connectorTypeId: string, name: string): Promise<string> {
  const [id, at] = [crypto.randomUUID(), new Date()];
  await database().insert(connectors).values({ id, userId: row.id, connectorTypeId, name, createdAt: at, lastUpdatedAt: at });
  return id;
}

export function getSystem(connectorId: string): ConnectionObject {
  return testEnv.CONNECTIONS.get(testEnv.CONNECTIONS.idFromName(connectorId)) as unknown as ConnectionObject;
}

export function petOperations({ connectorTypeId, sourceId, targetId }: SyncedPets, mappings: readonly [string, string][] = NAME_AND_TAG) {
  return {
    Source: { connectorTypeId, connectorId: sourceId, entityType: 'Animals' },
    Target: {
      ...{ connectorTypeId, connectorId: targetId, entityType: 'Animals' },
      mappings: mappings.map(([fromParameterExpression, toParameterPath]) => ({ fromParameterExpression, toParameterPath })),
    },
  };
}

export const NAME_AND_TAG: readonly [string, string][] = [
  ['$Item.name', 'body.name'],
  ['$Item.tag', 'body.tag'],
];

export function saveIntegration(
  pets: SyncedPets,
  body: object,
  { direction = 'SourceToTarget', type = 'Integration', query = '', token = pets.person.token } = {},
) {
  return api(`POST /api/integration/integrations/${pets.workflowId}/${direction}/${type}${query}`, { token, body });
}

type Flow = Partial<SyncFlowRow>;

/** A flow as the engine stores it. @returns its id */
export async function insertFlow(pets: SyncedPets, flow: Flow = {}): Promise<string> {
  const [id, at] = [crypto.randomUUID(), new Date()];
  const { person, workflowId, connectorTypeId, sourceId, targetId } = pets;
  await database()
    .insert(schema.syncFlows)
    .values({
      ...{ id, workflowId, ownerUserId: person.row.id, flowKey: `${sourceId}/Animals/${targetId}/Animals`, direction: 'SourceToTarget' },
      ...{ sourceConnectorTypeId: connectorTypeId, sourceConnectorId: sourceId, sourceEntity: 'Animals' },
      ...{ targetConnectorTypeId: connectorTypeId, targetConnectorId: targetId, targetEntity: 'Animals' },
      ...{ integrationType: 'Integration', createdAt: at, lastUpdatedAt: at },
      ...flow,
    });
  return id;
}

export async function insertItem(flowId: string, item: Partial<SyncItemRow> & { sourceItemId: string }): Promise<void> {
  const at = new Date();
  await database()
    .insert(schema.syncItems)
    .values({ flowId, name: `Name of ${item.sourceItemId}`, status: 'Success', createdAt: at, lastUpdatedAt: at, ...item });
}

export async function integrationRows(workflowId: string) {
  return (await database().select().from(integrations)).filter((row) => row.workflowId === workflowId);
}
