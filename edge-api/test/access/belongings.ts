import { makeRunId, toOwnerId } from '@portage/contracts';
import { recordAlerts, schema } from '@portage/database';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { api, database, openSession, type Person, signedInPerson, testEnv } from '../api.ts';
import { makeAppType } from '../app-types.ts';
import type { ConnectionObject } from '../connection-object.ts';
import { makeConnectorType } from '../connector-types.ts';
import { SYNCED_PETS } from '../pets-document.ts';
import { integrationBody, workflowBody } from './bodies.ts';
import { makePlaybooks } from './playbook-belongings.ts';

/** Organisations and locations are asked only of applications that have them. */
const CHOOSING = {
  additionalData: {
    connection: {
      authParameters: ['tenantId', 'locationId'].map((name) => ({
        in: 'header' as const,
        name: `x-${name}`,
        template: `{customOptions.${name}}`,
      })),
    },
  },
};

/** Everything a stranger would like to reach. */
export interface Belongings {
  owner: Person;
  workflowId: string;
  triggerCode: string;
  /** Differs from the workflow's published version. */
  draftVersionId: string;
  publishedVersionId: string;
  folderId: string;
  variableId: string;
  runId: string;
  giftCardId: string;
  /** An unread alert. */
  alertId: string;
  sharedWorkflowCode: string;
  connectorId: string;
  /** Visible only to the owner. */
  connectorTypeId: string;
  /** Visible only to the owner, and without connectors. */
  unusedConnectorTypeId: string;
  /** Made by the owner, and without connectors. */
  ownApiId: string;
  /** Visible to everybody. */
  commonConnectorTypeId: string;
  document: { fileName: string; fileStorageId: string; storageType: string };
  /** An active template that an admin made from the owner's workflow. */
  templateId: string;
  /** An event dashboard with one item. */
  dashboardId: string;
  dashboardItemId: string;
  /** Has an integration step and its settings. */
  integrationWorkflowId: string;
  integrationId: string;
  /** A flow of the active workflow, with one item. */
  flowId: string;
  /** Has a playbook with a finished wizard, and one with an added integration. */
  playbookTemplateId: string;
  playbookId: string;
  openPlaybookId: string;
  apiKeyId: string;
  /** For the owner's run. */
  runJobId: string;
  /** Not the session of the owner's token. */
  sessionId: string;
}

/** A person with one of everything, made through API calls where possible. */
export async function makeBelongings(): Promise<Belongings> {
  const owner = await signedInPerson({ showAIChat: true });
  const { token, row } = owner;
  const created = await api('POST /api/workflows', { token, body: workflowBody });
  expect(created.status).toBe(200);
  const { id: workflowId, triggerCode, versionId: publishedVersionId, steps } = created.body.workflow;
  expect((await api(`POST /api/workflows/${workflowId}/activate`, { token })).status).toBe(200);
  const changed = { versionId: publishedVersionId, steps: [{ ...steps[0], description: 'Drafted' }] };
  const { draft } = (await api(`PUT /api/workflows/${workflowId}/draft`, { token, body: changed })).body;
  const started = await api(`POST /api/webhooks/${triggerCode}`, { body: { secret: 'of the owner' } });
  expect(started.status).toBe(202);
  const folder = await api('POST /api/workflow-folders', { token, body: { name: 'Folder of the owner' } });
  expect(folder.status, folder.message).toBe(200);
  const variable = await api('POST /api/variables', { token, body: { name: 'of_the_owner', type: 'Text', value: 'of the owner' } });
  expect(variable.status, variable.message).toBe(200);
  const giftCardId = crypto.randomUUID();
  const [db, now] = [database(), new Date()];
  await db
    .insert(schema.giftCards)
    .values({ id: giftCardId, userId: row.id, number: giftCardId, initialAmount: 50, balance: 20, createdAt: now });
  await recordAlerts(
    db,
    [{ ownerUserId: row.id, kind: 'RunFailed', groupKey: workflowId, name: 'Alert of the owner', workflowId, message: null, at: now }],
    'counts',
  );
  const [alert] = await db.select().from(schema.alerts).where(eq(schema.alerts.ownerUserId, row.id));
  const document = { fileName: 'pets.yaml', fileStorageId: crypto.randomUUID(), storageType: 'R2' };
  await testEnv.FILES.put(`uploads/${document.fileStorageId}`, SYNCED_PETS);
  await db.insert(schema.storedFiles).values({
    id: document.fileStorageId,
    ownerUserId: row.id,
    fileName: document.fileName,
    contentType: 'application/yaml',
    sizeBytes: SYNCED_PETS.length,
    createdAt: now,
  });
  const [connectorId, connectorTypeId, unusedConnectorTypeId, ownApiId, commonConnectorTypeId] = [
    crypto.randomUUID(),
    await makeConnectorType({ userId: row.id, name: 'Type of the owner', openApiDocument: document, settings: CHOOSING }),
    await makeConnectorType({ userId: row.id, name: 'Other type of the owner' }),
    await makeConnectorType({ userId: row.id, name: 'API of the owner', openApiDocument: document, settings: { clientId: null } }),
    await makeConnectorType({ visibility: 'AllUsers', settings: { authorizationType: 'ApiKey' } }),
  ];
  await db.insert(schema.connectors).values({
    id: connectorId,
    userId: row.id,
    connectorTypeId,
    name: 'Shop of the owner',
    createdAt: now,
    lastUpdatedAt: now,
  });
  const connection = testEnv.CONNECTIONS.get(testEnv.CONNECTIONS.idFromName(connectorId)) as unknown as ConnectionObject;
  await connection.willAnswer('https://api.example.com/connections', { body: [{ tenantId: 't', tenantName: 'T' }] });
  await connection.willAnswer('https://api.example.com/v4.1', { body: { Results: [{ ID: 10, BusinessName: 'Spa' }] } });
  await connection.willAnswer('/pets', { body: [{ name: 'Rex' }] });
  await connection.willAnswer('/vets', { body: { vets: [{ id: 1, name: 'Ada', town: 'Bern' }], fields: [] } });
  await makeAppType('system-shopify', 'Shopify', {});
  await makeAppType('system-simulated', 'Simulated', { authorizationType: 'ApiKey' });
  await makeAppType('system-plaid', 'Plaid', { authorizationType: 'ApiKey', sandboxBaseUrl: 'https://sandbox.plaid.com' });
  const dashboardId = crypto.randomUUID();
  await db.insert(schema.dashboards).values({ id: dashboardId, ownerUserId: row.id, dashboardType: 'Event', createdAt: now });
  const dashboardItemId = crypto.randomUUID();
  await db.insert(schema.dashboardItems).values({
    id: dashboardItemId,
    ownerUserId: row.id,
    dashboardId,
    type: 'Event',
    source: 'Salesforce',
    externalId: 'event of the owner',
    name: 'Event of the owner',
    object: { title: 'of the owner' },
    createdAt: now,
    lastUpdatedAt: now,
  });
  const integrated = await api('POST /api/workflows', {
    token,
    body: {
      name: 'Synced',
      steps: [
        ...workflowBody.steps,
        { stepId: 'sync', clientId: 'sync-of-the-owner', type: 'IntegrationStep', implementationType: 'Integration' },
      ],
    },
  });
  expect(integrated.status, integrated.message).toBe(200);
  const integrationWorkflowId = integrated.body.workflow.id;
  await db.insert(schema.draftSamples).values({
    workflowId: integrationWorkflowId,
    clientId: 'sync-of-the-owner',
    workflowInstanceId: 'a test of the owner',
    fingerprint: '',
    valuesJson: '{"Response":"of the owner"}',
    at: now,
  });
  const integration = await api(`POST /api/integration/integrations/${integrationWorkflowId}/SourceToTarget/Integration`, {
    token,
    body: integrationBody({ connectorTypeId, connectorId }),
  });
  expect(integration.status, integration.message).toBe(200);
  const flowId = crypto.randomUUID();
  await insertFlow(owner, { id: flowId, workflowId, connectorTypeId, connectorId });
  const asked = { name: 'Key of the owner', scopes: ['read'], expiresAt: null };
  const apiKey = await api('POST /api/account/keys', { token, body: asked });
  expect(apiKey.status, apiKey.message).toBe(200);
  const sessionId = await openSession(row.id);
  const runId = started.body.workflowInstanceId;
  await db.insert(schema.workflowInstances).values({
    id: runId,
    ownerUserId: row.id,
    workflowId,
    workflowVersionId: crypto.randomUUID(),
    name: 'Run of the owner',
    status: 'InProgress',
    createdAt: now,
    lastUpdatedAt: now,
  });
  const runJobId = crypto.randomUUID();
  await db.insert(schema.runJobs).values({
    id: runJobId,
    ownerUserId: row.id,
    action: 'Cancel',
    status: 'Running',
    totalCount: 1,
    createdAt: now,
    takenUntil: new Date('2040-01-01'),
  });
  await db.insert(schema.runJobItems).values({ jobId: runJobId, position: 1, runId });
  const shared = await api(`POST /api/workflows/${workflowId}/share`, { token });
  const sharedWorkflowCode = new URL(shared.body.link).searchParams.get('sharedWorkflowCode') ?? '';
  expect(sharedWorkflowCode).toMatch(/^[\w-]{32}$/);
  const admin = await signedInPerson({ roles: ['ADMIN'] });
  const template = await api('POST /api/workflow-templates', {
    token: admin.token,
    body: { name: `Template ${crypto.randomUUID()}`, workflowId },
  });
  expect(template.status, template.message).toBe(200);
  return {
    owner,
    workflowId,
    triggerCode,
    draftVersionId: draft.versionId,
    publishedVersionId,
    folderId: folder.body.folder.id,
    variableId: variable.body.variable.id,
    runId,
    giftCardId,
    alertId: alert?.id ?? '',
    sharedWorkflowCode,
    connectorId,
    connectorTypeId,
    unusedConnectorTypeId,
    ownApiId,
    commonConnectorTypeId,
    document,
    templateId: template.body.templateId,
    dashboardId,
    dashboardItemId,
    integrationWorkflowId,
    integrationId: integration.body.id,
    flowId,
    ...(await makePlaybooks(row.id, { connectorTypeId, connectorId })),
    apiKeyId: apiKey.body.key.id,
    runJobId,
    sessionId,
  };
}

async function insertFlow(
  { row }: Person,
  { id, workflowId, connectorTypeId, connectorId }: { id: string; workflowId: string; connectorTypeId: string; connectorId: string },
): Promise<void> {
  const now = new Date();
  await database()
    .insert(schema.syncFlows)
    .values({
      ...{ id, workflowId, ownerUserId: row.id, flowKey: id, direction: 'SourceToTarget', createdAt: now, lastUpdatedAt: now },
      ...{ sourceConnectorTypeId: connectorTypeId, sourceConnectorId: connectorId, sourceEntity: 'Newborns' },
      ...{ targetConnectorTypeId: connectorTypeId, targetConnectorId: connectorId, targetEntity: 'Animals' },
    });
  await database()
    .insert(schema.syncItems)
    .values({
      ...{ flowId: id, sourceItemId: 'of-the-owner', name: 'Item of the owner', status: 'Error', error: 'Refused' },
      ...{ sourceRecord: { name: 'of the owner' }, createdAt: now, lastUpdatedAt: now },
    });
}

/** Well-formed ids that don't exist. */
export function nothing(of: Belongings): Belongings {
  const id = () => crypto.randomUUID();
  const runId = makeRunId(toOwnerId(id()), Date.now(), 0, 'nosuchrun000');
  return {
    ...of,
    workflowId: id(),
    triggerCode: 'nosuchcode',
    draftVersionId: id(),
    publishedVersionId: id(),
    runId,
    giftCardId: id(),
    alertId: id(),
    connectorId: id(),
    connectorTypeId: id(),
    ownApiId: id(),
    document: { ...of.document, fileStorageId: id() },
    dashboardId: id(),
    dashboardItemId: id(),
    integrationWorkflowId: id(),
    integrationId: id(),
    flowId: id(),
    playbookId: id(),
    openPlaybookId: id(),
    apiKeyId: id(),
    runJobId: id(),
    sessionId: id(),
  };
}
