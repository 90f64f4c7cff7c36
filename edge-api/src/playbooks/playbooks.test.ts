import { schema } from '@portage/database';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Answer, api, database, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import type { ConnectionObject } from '../../test/connection-object.ts';
import { makeConnectorType } from '../../test/connector-types.ts';
import { SYNCED_PETS } from '../../test/pets-document.ts';
import { addConnector } from '../../test/synced-pets.ts';

const admin = () => signedInPerson({ roles: ['ADMIN'] });

/** A template of one application: keepers and animals of a zoo go to another one. */
function zooTemplate(connectorTypeId: string, more: object = {}) {
  return {
    name: 'Zoo to zoo',
    description: 'Animals move.',
    customPlaybookType: 'ZooToZoo',
    connectors: [
      { key: 'old', connectorTypeId, stepName: 'Old zoo', text: 'Choose the old zoo.' },
      { key: 'new', connectorTypeId, stepName: 'New zoo', text: 'Choose the new zoo.' },
    ],
    startPage: { title: 'Move', text: 'Animals move.' },
    setup: {
      name: 'Settings',
      text: 'Say which vet looks after them.',
      questions: [
        { name: 'vet', title: 'Vet', kind: 'choice', connector: 'new', lookup: { operation: 'GET /vets', itemsPath: 'vets' } },
        {
          ...{ name: 'room', title: 'Room', kind: 'found', connector: 'new', equals: 'Aviary', message: 'Aviary not found' },
          lookup: { operation: 'GET /vets', itemsPath: 'rooms' },
        },
      ],
      showsMappingOf: ['animals'],
    },
    workflows: [
      {
        ...{ id: 'keepers', name: 'Keepers', description: 'Keepers move first.' },
        ...{ from: { connector: 'old', entity: 'Keepers' }, to: { connector: 'new', entity: 'Keepers' } },
        mappings: [{ fromParameterExpression: '$Item.name', toParameterPath: 'body.name' }],
      },
      {
        ...{ id: 'animals', name: 'Animals', description: 'Then the animals.' },
        from: { connector: 'old', entity: 'Animals' },
        to: { connector: 'new', entity: 'Animals', parameters: { zoo: '{answer.vet}' } },
        mappings: [{ fromParameterExpression: '$Item.name', toParameterPath: 'body.name' }],
        addMappings: { 'body.tag': 'vet {answer.vet}' },
      },
    ],
    endPage: { title: 'Done', text: 'The integration is ready. Click Finish.' },
    ...more,
  };
}

interface Zoo {
  person: Person;
  templateId: string;
  connectorTypeId: string;
  oldId: string;
  newId: string;
  system: ConnectionObject;
}

async function zoo(more: object = {}): Promise<Zoo> {
  const [boss, person] = [await admin(), await signedInPerson()];
  const fileStorageId = crypto.randomUUID();
  await testEnv.FILES.put(`uploads/${fileStorageId}`, SYNCED_PETS);
  const connectorTypeId = await makeConnectorType({
    visibility: 'AllUsers',
    name: 'Zoo',
    openApiDocument: { fileName: 'pets.yaml', fileStorageId, storageType: 'R2' },
  });
  const [templateId, oldId, newId] = [
    `zoo-${crypto.randomUUID()}`,
    await addConnector(person, connectorTypeId, 'Old zoo'),
    await addConnector(person, connectorTypeId, 'New zoo'),
  ];
  const body = { id: templateId, yaml: JSON.stringify(zooTemplate(connectorTypeId, more)) };
  const made = await api('POST /api/playbook-templates', { token: boss.token, body });
  expect(made.status, made.message).toBe(200);
  const system = testEnv.CONNECTIONS.get(testEnv.CONNECTIONS.idFromName(newId)) as unknown as ConnectionObject;
  await system.willAnswer('/vets', { body: { vets: [{ id: 7, name: 'Ada' }], rooms: [{ id: 'r1', name: 'aviary' }] } });
  return { person, templateId, connectorTypeId, oldId, newId, system };
}

async function started({ person, templateId }: Zoo): Promise<string> {
  const made = await api('POST /api/playbooks', { token: person.token, body: { playbookTemplateId: templateId } });
  expect(made.status, made.message).toBe(200);
  return made.body.playbookId;
}

async function read({ person }: Pick<Zoo, 'person'>, id: string) {
  const answer = await api(`GET /api/playbooks/${id}`, { token: person.token });
  expect(answer.status, answer.message).toBe(200);
  return answer.body.playbook;
}

function save({ person }: Pick<Zoo, 'person'>, id: string, step: { id: string } & object, more: object = {}) {
  return api(`PUT /api/playbooks/${id}/wizard/steps/${step.id}/save`, { token: person.token, body: { step, ...more } });
}

async function finished(of: Zoo): Promise<string> {
  const id = await started(of);
  const steps = [{ id: 'start' }, { id: 'connector-old', connectorId: of.oldId }, { id: 'connector-new', connectorId: of.newId }];
  for (const step of [...steps, { id: 'setup', answers: { vet: '7' } }, { id: 'preview' }]) {
    expect((await save(of, id, step)).body).toEqual({ isSuccess: true, errorMessage: null });
  }
  return id;
}

const convert = ({ person }: Zoo, id: string) => api(`POST /api/playbooks/${id}/update-from-wizard`, { token: person.token });

function workflowsOf({ person }: Zoo) {
  return database()
    .select()
    .from(schema.workflows)
    .where(and(eq(schema.workflows.ownerUserId, person.row.id), eq(schema.workflows.isDeleted, false)));
}

async function integrationsOf({ person }: Zoo) {
  return database().select().from(schema.integrations).where(eq(schema.integrations.ownerUserId, person.row.id));
}

describe('from a template to workflows', () => {
  test('PB-12, PB-37, API-135: the wizard ends in scheduled, active workflows with their integrations; again, nothing changes', async () => {
    const of = await zoo();
    const id = await finished(of);
    expect((await read(of, id)).wizard).toMatchObject({ isFinished: true, activeStep: 5 });
    const made = await convert(of, id);
    expect(made.status, made.message).toBe(200);
    const { playbook } = made.body;
    expect(playbook).toMatchObject({ isConverted: true, isPaused: false, hasNewerTemplate: false, problems: [] });
    expect(playbook.workflows).toMatchObject([
      { workflowTemplateId: 'keepers', name: 'Keepers', isActive: true },
      { workflowTemplateId: 'animals', name: 'Animals', isActive: true },
    ]);
    const { keepers, animals } = playbook.workflowTemplateIdsToWorkflowIds;
    const shown = (await api(`GET /api/workflows/${animals}`, { token: of.person.token })).body.workflow;
    expect(shown).toMatchObject({
      triggerType: 'Scheduled',
      steps: [
        { type: 'Trigger', schedule: { period: 'Minute', frequency: 10 }, nextStepId: 'Sync' },
        { type: 'IntegrationStep', implementationType: 'Integration' },
      ],
    });
    const rows = await integrationsOf(of);
    expect(rows.map(({ workflowId }) => workflowId).sort()).toEqual([keepers, animals].sort());
    expect(rows.find(({ workflowId }) => workflowId === animals)).toMatchObject({
      directionType: 'SourceToTarget',
      operations: {
        Source: { connectorId: of.oldId, entityType: 'Animals' },
        Target: {
          ...{ connectorId: of.newId, entityType: 'Animals', customFormData: { zoo: '7' } },
          mappings: [
            { fromParameterExpression: '$Item.name', toParameterPath: 'body.name' },
            { fromParameterExpression: 'vet 7', toParameterPath: 'body.tag' },
          ],
        },
      },
    });
    const before = [await workflowsOf(of), await integrationsOf(of)];
    expect((await convert(of, id)).status).toBe(200);
    expect([await workflowsOf(of), await integrationsOf(of)]).toEqual(before);
  });

  test('CPB-16: what is to be found must be there, and the answer says what is missing', async () => {
    const of = await zoo();
    const id = await started(of);
    for (const step of [
      { id: 'connector-old', connectorId: of.oldId },
      { id: 'connector-new', connectorId: of.oldId },
    ]) {
      expect((await save(of, id, step)).body.isSuccess).toBe(true);
    }
    const old = testEnv.CONNECTIONS.get(testEnv.CONNECTIONS.idFromName(of.oldId)) as unknown as ConnectionObject;
    await old.willAnswer('/vets', { body: { vets: [], rooms: [{ id: 'r', name: 'Cage' }] } });
    const saved: Answer<{ isSuccess: boolean; errorMessage: string }> = await save(of, id, { id: 'setup', answers: { vet: '7' } } as {
      id: string;
    });
    expect(saved.body).toEqual({ isSuccess: false, errorMessage: 'Aviary not found' });
    expect((await read(of, id)).wizard.activeStep).toBe(3);
  });
});
