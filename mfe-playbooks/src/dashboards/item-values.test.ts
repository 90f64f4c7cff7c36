import { expect, test } from 'vitest';
import { getTabs, pickDashboard, tabAt } from './dashboard-tabs.ts';
import { codeText, metafieldsText, orderTotal, textAt } from './item-values.ts';

test('reads present values and treats nothing else as text (DASH-16)', () => {
  const order = { customer: { displayName: 'Ada' }, totalPriceSet: { presentmentMoney: { amount: '12.50', currencyCode: 'EUR' } }, n: 0 };
  expect(textAt(order, 'customer.displayName')).toBe('Ada');
  expect(textAt(order, 'n')).toBe('0');
  for (const path of ['customer', 'customer.none', 'none.at.all', 'customer.displayName.length', 'constructor.name', '__proto__'])
    expect(textAt(order, path), path).toBe('');
  expect(orderTotal(order)).toBe('12.50 EUR');
  expect(orderTotal({ totalPriceSet: { presentmentMoney: { amount: 3 } } })).toBe('3');
  expect(orderTotal({ totalPriceSet: null })).toBe('');
  const Metafields = [
    { key: 'gift', value: 'yes' },
    { namespace: 'x', key: 'note', value: 'Ring twice' },
    { value: 'no key' },
    null,
    'text',
  ];
  expect(metafieldsText({ Metafields })).toBe('gift: yes, note: Ring twice');
  for (const none of [{}, { Metafields: null }, { Metafields: { key: 'a', value: 'b' } }]) expect(metafieldsText(none)).toBe('');
});

test('a system’s code reads as words, and other texts stay', () => {
  expect(['PARTIALLY_REFUNDED', 'PAID', 'Paid in part', 'paid', 'A-1'].map(codeText)).toEqual([
    'Partially refunded',
    'Paid',
    'Paid in part',
    'paid',
    'A-1',
  ]);
});

test('each type of dashboard has its tabs, Products first (DASH-02, DASH-03)', () => {
  expect(getTabs('Ecommerce').map(({ label }) => label)).toEqual(['Products', 'Orders', 'Contacts', 'Companies']);
  expect(getTabs('Event').map(({ label }) => label)).toEqual(['Events', 'Registrations', 'Activities']);
  expect(tabAt('Ecommerce', '').label).toBe('Products');
  expect(tabAt('Ecommerce', 'Order').label).toBe('Orders');
  expect(tabAt('Event', 'Order').label).toBe('Events');
});

test('a person sees only the dashboard of their type (DASH-03, DASH-10)', () => {
  const ecommerce = { id: '1', dashboardType: 'Ecommerce' as const, createdAt: '' };
  const event = { id: '2', dashboardType: 'Event' as const, createdAt: '' };
  expect(pickDashboard([ecommerce, event], 'Event')).toBe(event);
  expect(pickDashboard([ecommerce], 'Event')).toBeUndefined();
  expect(pickDashboard([ecommerce], 'None')).toBe(ecommerce);
  expect(pickDashboard([], 'None')).toBeUndefined();
});
