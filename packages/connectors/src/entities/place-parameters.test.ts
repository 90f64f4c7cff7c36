import { expect, test } from 'vitest';
import { readSystemFolder, systemNames } from '../../tools/read-system-types.ts';
import type { EntityDefinition } from '../declarations/entity.ts';
import { openDocument } from '../stored/open-document.ts';
import { listParentParameters } from './place-parameters.ts';

const call = (values: Record<string, string>) => ({ operation: 'x', values });
const find = (values: Record<string, string>) => ({ key: 'body.name', ...call(values) });
const listParents = (entity: object) => [...listParentParameters({ find: [], parameters: [], ...entity } as unknown as EntityDefinition)];

test('a parameter used in both writing and searching says where records are', () => {
  expect(listParents({ find: [find({ q: "event = '{parameter.event}'" })], create: call({ 'body.event': '{parameter.event}' }) })).toEqual([
    'event',
  ]);
});

test('a search may name a parameter through a written value', () => {
  const create = call({ 'body.Pricebook2Id': '{parameter.book}', 'body.IsActive': 'true' });
  expect(listParents({ find: [find({ q: "Pricebook2Id = '{write.body.Pricebook2Id}'" })], create })).toEqual(['book']);
});

test('a parameter for new records only isn’t a place, and neither is one for reading only', () => {
  const entity = {
    find: [find({ q: '{key}' })],
    list: call({ q: '{parameter.moreFields}' }),
    create: call({ 'body.payment': '{parameter.payment}' }),
  };
  expect(listParents(entity)).toEqual([]);
});

test('records that can’t be searched for keep their links', () => {
  expect(listParents({ create: call({ 'body.event': '{parameter.event}' }), update: call({ 'body.event': '{parameter.event}' }) })).toEqual(
    [],
  );
});

test('the places in Portage’s own systems are events, campaigns, price books, tables and locations, and nothing of orders', () => {
  const found = systemNames().flatMap((system) => {
    const { stored } = readSystemFolder(system);
    const { entities = [] } = openDocument(stored.index, async (part) => stored.parts[part] ?? '').summary;
    return entities.flatMap((entity) => [...listParentParameters(entity)].map((name) => `${system} ${entity.name} ${name}`));
  });
  expect(found).toEqual([
    'airtable Records table',
    'google-sheets Rows spreadsheetId',
    'google-sheets Rows sheet',
    'salesforce CampaignMembers campaignId',
    'salesforce NewCampaignMembers campaignId',
    'salesforce PriceBookEntries priceBookId',
    'shopify Inventory locationId',
    'shopify-custom-app Inventory locationId',
    'swapcard People eventId',
    'u-api Products currency',
    'zoom MeetingRegistrants meetingId',
    'zoom WebinarRegistrants webinarId',
  ]);
});
