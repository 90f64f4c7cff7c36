import { describe, expect, test } from 'vitest';
import { dashboardObject } from './dashboard-object.ts';

/** The columns of an order (spec DASH-16). */
function readColumns(record: object) {
  const { createdAt, customer, totalPriceSet, displayFinancialStatus } = dashboardObject('Order', record) as Record<string, never>;
  const money = (totalPriceSet as { presentmentMoney?: { amount?: string; currencyCode?: string } } | undefined)?.presentmentMoney;
  return [
    createdAt,
    (customer as { displayName?: string } | undefined)?.displayName,
    money?.amount,
    money?.currencyCode,
    displayFinancialStatus,
  ];
}

describe('DASH-16: each system’s order has its time, customer, total and status where the columns read them', () => {
  test.each([
    [
      'Shopify',
      {
        createdAt: '2026-11-02T10:00:00Z',
        name: '#1001',
        customer: { displayName: 'Ada Lovelace' },
        totalPriceSet: { presentmentMoney: { amount: '12.50', currencyCode: 'EUR' } },
        displayFinancialStatus: 'PAID',
      },
      ['2026-11-02T10:00:00Z', 'Ada Lovelace', '12.50', 'EUR', 'PAID'],
    ],
    [
      'Etsy',
      {
        receipt_id: 1,
        name: 'Ada Lovelace',
        status: 'Paid',
        grandtotal: { amount: 1250, divisor: 100, currency_code: 'EUR' },
        created_timestamp: 1_793_613_600,
      },
      ['2026-11-02T10:00:00.000Z', 'Ada Lovelace', '12.50', 'EUR', 'Paid'],
    ],
    [
      'Printify',
      {
        id: '5a96',
        address_to: { first_name: 'Ada', last_name: 'Lovelace', country: 'GB' },
        total_price: 2200,
        status: 'on-hold',
        created_at: '2026-11-02 10:00:00+00:00',
      },
      ['2026-11-02 10:00:00+00:00', 'Ada Lovelace', '22.00', undefined, 'on-hold'],
    ],
    [
      'Printful',
      {
        id: 1,
        recipient: { name: 'Ada Lovelace' },
        costs: { total: '9.00', currency: 'USD' },
        retail_costs: { total: '12.50', currency: 'EUR' },
        status: 'draft',
        created_at: '2026-11-02T10:00:00Z',
      },
      ['2026-11-02T10:00:00Z', 'Ada Lovelace', '12.50', 'EUR', 'draft'],
    ],
    [
      'TikTok',
      {
        id: '5768',
        create_time: 1_793_613_600,
        recipient_address: { name: 'Ada Lovelace' },
        payment: { total_amount: '12.50', currency: 'GBP' },
        status: 'AWAITING_SHIPMENT',
      },
      ['2026-11-02T10:00:00.000Z', 'Ada Lovelace', '12.50', 'GBP', 'AWAITING_SHIPMENT'],
    ],
    [
      'Amazon',
      {
        orderId: '123-1',
        createdTime: '2026-11-02T10:00:00Z',
        buyer: { buyerName: 'Ada Lovelace' },
        proceeds: { grandTotal: { amount: '154.99', currencyCode: 'USD' } },
        fulfillment: { fulfillmentStatus: 'SHIPPED' },
      },
      ['2026-11-02T10:00:00Z', 'Ada Lovelace', '154.99', 'USD', 'SHIPPED'],
    ],
    [
      'an invoice of Stripe in yen',
      {
        id: 'in_1',
        hosted_invoice_url: 'https://i',
        total: 1250,
        currency: 'jpy',
        customer_name: 'Ada Lovelace',
        status: 'open',
        created: 1_793_613_600,
      },
      ['2026-11-02T10:00:00.000Z', 'Ada Lovelace', '1250', 'jpy', 'open'],
    ],
    [
      'a marketplace',
      {
        id: '1',
        buyer: { name: 'Ada' },
        total: { amount: '12.50', currency: 'EUR' },
        status: 'shipped',
        createdAt: '2026-11-02T10:00:00Z',
      },
      ['2026-11-02T10:00:00Z', 'Ada', '12.50', 'EUR', 'shipped'],
    ],
  ])('%s', (_, record, columns) => {
    expect(readColumns(record)).toEqual(columns);
  });

  test('a text total stays unchanged, and missing values stay missing', () => {
    expect(readColumns({ id: 1, total_price: '12.50' })).toEqual([undefined, undefined, '12.50', undefined, undefined]);
    expect(dashboardObject('Order', { id: 1 })).toEqual({ id: 1 });
  });

  test.each([
    ['a connection of GraphQL', { metafields: { nodes: [{ namespace: 'a', key: 'gift', value: 'yes' }] } }],
    ['a list', { metafields: [{ id: 1, key: 'gift', value: 'yes' }, { value: 'no key' }] }],
    ['its own', { Metafields: [{ key: 'gift', value: 'yes' }], metafields: [] }],
  ])('its metafields are keys and values: %s', (_, record) => {
    expect(dashboardObject('Order', record)).toEqual({ ...record, Metafields: [{ key: 'gift', value: 'yes' }] });
  });

  test('an order without metafields gets none', () => {
    for (const metafields of [{ nodes: [] }, [], null, 'text']) expect(dashboardObject('Order', { metafields })).toEqual({ metafields });
  });
});

describe('DASH-18: Created At is when the record was created in its own system', () => {
  test.each([
    ['Event', { Id: 'a01', CreatedDate: '2026-11-02T10:00:00.000+0000' }],
    ['Event', { id: 7, created_at: '2026-11-02T10:00:00Z' }],
    ['Contact', { id: '9', properties: { createdate: '2026-11-02T10:00:00Z' } }],
    ['Company', { Id: '5', MetaData: { CreateTime: '2026-11-02T11:00:00+01:00' } }],
    ['Product', { id: 'gid://shopify/Product/1', createdAt: '2026-11-02T10:00:00Z' }],
  ] as const)('%s %j', (kind, record) => {
    expect(Date.parse(String(dashboardObject(kind, record).createdAt))).toBe(Date.UTC(2026, 10, 2, 10));
  });

  test('is missing if the system doesn’t say', () => {
    expect(dashboardObject('Event', { Id: 'a01' })).not.toHaveProperty('createdAt');
  });
});
