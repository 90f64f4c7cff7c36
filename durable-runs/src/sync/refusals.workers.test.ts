import { describe, expect, test } from 'vitest';
import { allSteps } from '../../test/harness.ts';
import { writesMany } from '../../test/record-document.ts';
import { pair, products } from '../../test/sync-harness.ts';

const SENT = { name: 'Product 1', sku: 'SKU-1', price: 1 };
const POSTED = { method: 'POST', url: expect.stringMatching(/\/products$/), body: SENT };
const noSearch = { products: { find: [] } };
const updated = { method: 'PUT', url: expect.stringMatching(/\/products\/t1$/), body: { ...SENT, name: 'Again' } };

describe('an item keeps what the target refused', () => {
  test.each([
    ['422', POSTED, 422, { error: { message: 'the name is taken' } }, {}],
    ['unsuccessful', POSTED, 200, { success: false, message: 'The shop is closed.' }, {}],
    ['500', POSTED, 500, { error: { message: 'broken' } }, noSearch],
    ['lost', POSTED, null, null, noSearch],
    ['silent', POSTED, 202, {}, noSearch],
    ['garbled', POSTED, 200, '<html>busy</html>', noSearch],
  ] as const)('for a creation that meets %s', async (fault, call, status, response, extra) => {
    const { source, target, sync } = await pair(['products'], extra);
    await source.control({ put: { products: products(1) } });
    await target.control({ faults: Array(4).fill(fault) });
    const run = await sync.run();
    const [item] = await sync.items();
    expect(item?.status).toBe('Error');
    expect(item?.refusal).toEqual({ call: { ...call, status, response } });
    expect(item?.runId).toBe(run.id);
  });

  test('for a change, until one succeeds', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(1) } });
    await sync.run();
    await source.control({ put: { products: [{ id: 's1', name: 'Again' }] } });
    await target.control({ faults: ['422'] });
    await sync.run();
    expect((await sync.items())[0]).toMatchObject({ status: 'Error', refusal: { call: { ...updated, status: 422 } } });
    await source.control({ put: { products: [{ id: 's1', name: 'Once more' }] } });
    const { id } = await sync.run();
    expect((await sync.items())[0]).toMatchObject({ status: 'Success', refusal: null, runId: id });
  });

  test('for a record of a call for many: its own entry, and the response about it', async () => {
    const { source, sync } = await pair(['products'], { products: writesMany('products', 50) });
    const [first, ...others] = products(30);
    await source.control({ put: { products: [{ ...first, name: 'Refused tea' }, ...others] } });
    await sync.run();
    const items = await sync.items();
    expect(items.filter(({ refusal }) => refusal !== null)).toHaveLength(1);
    expect(items.find(({ sourceItemId }) => sourceItemId === 's1')?.refusal).toEqual({
      call: {
        method: 'POST',
        url: expect.stringMatching(/\/products\/batch$/),
        body: { kind: 'products', record: { ...SENT, name: 'Refused tea' } },
        status: 200,
        response: { ok: false, reason: 'Refused tea, as it says' },
      },
    });
  });

  test('for a search that fails: the call, and the record to be written', async () => {
    const { source, target, sync } = await pair();
    await source.control({ put: { products: products(1) } });
    await target.control({ odd: { read: 1, always: true, status: 400, text: '{"message": "no searching today"}' } });
    await sync.run();
    expect((await sync.items())[0]?.refusal).toEqual({
      call: {
        method: 'GET',
        url: expect.stringContaining('sku=SKU-1'),
        body: null,
        status: 400,
        response: { message: 'no searching today' },
      },
      fields: SENT,
    });
  });

  test('for a record without a required field, of which nothing was sent', async () => {
    const { source, sync } = await pair();
    await source.control({ put: { products: [{ id: 's1', sku: 'SKU-1' }] } });
    await sync.run();
    expect((await sync.items())[0]).toMatchObject({ status: 'Error', refusal: { fields: { sku: 'SKU-1' } } });
    expect((await sync.items())[0]?.refusal?.call).toBeUndefined();
    expect((await sync.items())[0]?.error).toMatch(/^\S+ needs “Name”, and this record has no value for it\. Fill it in at the source/);
  });

  test('names a value’s field by its title if the field cannot have the value', async () => {
    const { source, sync } = await pair();
    await source.control({ put: { products: [{ ...products(1)[0], price: 'ten' }] } });
    await sync.run();
    expect((await sync.items())[0]).toMatchObject({ status: 'Error', error: '“Price” must be a number, but is "ten".' });
  });

  test('never with the connection’s credential', async () => {
    const { source, sync } = await pair();
    await source.control({ put: { products: [{ id: 's1', sku: 'SKU-1', name: 'Refused sk_live_4242424242' }] } });
    await sync.run();
    const text = JSON.stringify((await sync.items())[0]?.refusal);
    expect(text).toContain('Refused [redacted]');
    expect(text).not.toContain('sk_live');
  });
});

test('a sync without a required choice fails once, with a message, and refuses no record', async () => {
  const parameters = { place: { title: 'Location', required: true } };
  const { source, target, sync } = await pair(['products'], { products: { parameters } });
  await source.control({ put: { products: products(3) } });
  const run = await sync.run();
  expect([run.status, run.errorMessage]).toEqual(['Failed', 'products to products: Choose “Location” of Products in Crm first.']);
  expect(await sync.items()).toEqual([]);
  expect((await target.writes()).length).toBe(0);
});

test('a run’s records have the source’s names and link to their items, even if the name is empty or contains a slash', async () => {
  const { source, sync } = await pair();
  const odd = [
    { id: 'a/1%', sku: 'A', name: 'Tea / 50% off' },
    { id: 's2', sku: 'B', name: 'Refused' },
  ];
  await source.control({ put: { products: odd } });
  const run = await sync.run();
  const { id: flowId } = await sync.flow();
  const records = (await allSteps(run.id)).filter(({ syncRecord }) => syncRecord);
  expect(records.map(({ syncRecord, status }) => [syncRecord, status])).toEqual([
    [{ name: 'Tea / 50% off', sourceItemId: 'a/1%', flowId }, 'Succeeded'],
    [{ name: 'Refused', sourceItemId: 's2', flowId }, 'Failed'],
  ]);
});
