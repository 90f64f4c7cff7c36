import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SIMULATED_SECRET } from '../client-apps.ts';
import { openFromDocument } from '../testing/documented-system.ts';

const SYSTEMS = join(import.meta.dirname, '../../../../packages/connectors/system');
const createDocumentReader = (system: string) => () => readFileSync(join(SYSTEMS, system, 'openapi.yaml'), 'utf8');

test('HubSpot reads several records of one kind by their ids', async () => {
  const headers = { authorization: `Bearer ${SIMULATED_SECRET}` };
  const { call } = openFromDocument(createDocumentReader('hubspot'), 'https://api.hubapi.com', { headers });
  const make = async (lastname: string) =>
    (await call('POST', '/crm/v3/objects/contacts', { properties: { email: `${lastname}@example.com`, lastname } })).body.id as string;
  const [ada, , grace] = [await make('Lovelace'), await make('Franklin'), await make('Hopper')];
  const inputs = [{ id: ada }, { id: grace }, { id: '404' }];
  const read = await call('POST', '/crm/v3/objects/contacts/batch/read', { inputs, properties: ['lastname'] });
  expect(read.status).toBe(200);
  expect(read.body.results).toMatchObject([
    { id: ada, properties: { lastname: 'Lovelace' } },
    { id: grace, properties: { lastname: 'Hopper' } },
  ]);
});
