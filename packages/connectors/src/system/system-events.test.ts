import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { readSystemFolder } from '../../tools/read-system-types.ts';
import { fillValue } from '../events/fill-values.ts';
import { readEventDefinition } from '../events/read-event-definition.ts';
import { loadOperation } from '../openapi/connector-document.ts';
import { buildRequest } from '../requests/build-request.ts';
import { openDocument } from '../stored/open-document.ts';

/** The body of the call that an event of NetSuite makes. */
async function netSuiteQuery(eventId: string, fields: Record<string, unknown>): Promise<unknown> {
  const { yaml, stored } = readSystemFolder('netsuite');
  const written = load(yaml) as { 'x-webhooks': Record<string, { post: { 'x-event': unknown } }> };
  const { definition } = readEventDefinition(written['x-webhooks'][eventId]?.post['x-event']);
  if (!definition.poll) throw new Error('not polled');
  const document = openDocument(stored.index, async (part) => stored.parts[part] ?? '');
  const operation = await loadOperation(document, definition.poll.operation);
  const filled = fillValue(definition.poll.values, fields, (field) => (field === 'cursor' ? 'left-out' : 'refused')) as Record<
    string,
    unknown
  >;
  const request = await document.withSchemas((source) => buildRequest(source, operation, filled, { baseUrl: 'https://a.example' }));
  expect(request.headers.Prefer).toBe('transient');
  return JSON.parse(String(request.body)).q;
}

it('NetSuite is first asked for its newest id only, then for what came from there on', async () => {
  expect(await netSuiteQuery('customer.created', {})).toBe('SELECT MAX(id) AS id FROM customer');
  expect(await netSuiteQuery('customer.created', { cursor: 17 })).toMatch(/FROM customer WHERE id >= 17 ORDER BY id ASC$/);
  expect(await netSuiteQuery('invoice.created', {})).toBe("SELECT MAX(id) AS id FROM transaction WHERE type = 'CustInvc'");
});
