import { schema } from '@portage/database';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { api, type CallOptions, database, type Person, signedInPerson, testEnv } from './api.ts';
import type { ConnectionObject } from './connection-object.ts';
import { makeConnectorType } from './connector-types.ts';
import { SYNCED_PETS } from './pets-document.ts';
import { addConnector } from './synced-pets.ts';

export const admin = () => signedInPerson({ roles: ['ADMIN'] });

/** A template for one application: a zoo's keepers and animals go to another zoo. */
export function zooTemplate(connectorTypeId: string, more: object = {}) {
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
        dependents: [
          {
            ...{ from: 'Keepers', to: 'Keepers', mappings: [{ fromParameterExpression: '$Item.name', toParameterPath: 'body.name' }] },
            link: { fromParameterExpression: '$Item.keeperId', toParameterPath: 'body.keeperId' },
          },
        ],
      },
    ],
    endPage: { title: 'Done', text: 'The integration is ready. Click Finish.' },
    ...more,
  };
}

export interface Zoo {
  person: Person;
  templateId: string;
  connectorTypeId: string;
  oldId: string;
  newId: string;
  system: ConnectionObject;
}

export async function zoo(more: object = {}): Promise<Zoo> {
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

export async function started({ person, templateId }: Zoo): Promise<string> {
  const made = await api('POST /api/playbooks', { token: person.token, body: { playbookTemplateId: templateId } });
  expect(made.status, made.message).toBe(200);
  return made.body.playbookId;
}

export async function read({ person }: Pick<Zoo, 'person'>, id: string) {
  const answer = await api(`GET /api/playbooks/${id}`, { token: person.token });
  expect(answer.status, answer.message).toBe(200);
  return answer.body.playbook;
}

export function save({ person }: Pick<Zoo, 'person'>, id: string, step: { id: string; [member: string]: unknown }, more: object = {}) {
  return api(`PUT /api/playbooks/${id}/wizard/steps/${step.id}/save`, { token: person.token, body: { step, ...more } });
}

export async function finished(of: Zoo): Promise<string> {
  const id = await started(of);
  const steps = [{ id: 'start' }, { id: 'connector-old', connectorId: of.oldId }, { id: 'connector-new', connectorId: of.newId }];
  for (const step of [...steps, { id: 'setup', answers: { vet: '7' } }, { id: 'preview' }]) {
    expect((await save(of, id, step)).body).toEqual({ isSuccess: true, errorMessage: null });
  }
  return id;
}

export const convert = ({ person }: Zoo, id: string, options: CallOptions = {}) =>
  api(`POST /api/playbooks/${id}/update-from-wizard`, { token: person.token, ...options });

export function listWorkflows({ person }: Zoo) {
  return database()
    .select()
    .from(schema.workflows)
    .where(and(eq(schema.workflows.ownerUserId, person.row.id), eq(schema.workflows.isDeleted, false)));
}

export async function listIntegrations({ person }: Zoo) {
  return database().select().from(schema.integrations).where(eq(schema.integrations.ownerUserId, person.row.id));
}

export function getSystem(connectorId: string): ConnectionObject {
  return testEnv.CONNECTIONS.get(testEnv.CONNECTIONS.idFromName(connectorId)) as unknown as ConnectionObject;
}
