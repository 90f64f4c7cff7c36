import { describe, expect, test } from 'vitest';
import { balanceCart, type CartPaths, keysOfCart } from './balance-cart.ts';
import type { MappedField } from './map-record.ts';

const cartPaths: CartPaths = {
  entries: 'body.Items',
  key: 'Item.Id',
  quantity: 'Quantity',
  total: 'body.Payments[0].Amount',
  filler: { key: 'ADJ', values: { 'Item.Type': 'Product' } },
  rest: { list: 'body.Payments', amount: 'Amount', values: { Type: 'Custom', Id: '26' } },
};
const field = (toParameterPath: string, value: unknown): MappedField => ({ toParameterPath, value });
const line = (at: number, id: string, quantity: number) => [
  field(`body.Items[${at}].Item.Id`, id),
  field(`body.Items[${at}].Quantity`, quantity),
];
const paid = (amount: string) => field('body.Payments[0].Amount', amount);
const prices: Record<string, string> = { MUG: '14.5', PEN: '0.1', ADJ: '0.01' };
const findPrice = (key: string) => prices[key] ?? null;

function added(fields: readonly MappedField[], by = findPrice) {
  const balanced = balanceCart(fields, cartPaths, by);
  if (!balanced.ok) throw new Error(balanced.message);
  const before = new Set(fields.map(({ toParameterPath, value }) => `${toParameterPath} ${value}`));
  return Object.fromEntries(
    balanced.fields
      .filter(({ toParameterPath, value }) => !before.has(`${toParameterPath} ${value}`))
      .map(({ toParameterPath, value }) => [toParameterPath, value]),
  );
}

describe('a cart at the prices of the system that sells it', () => {
  test('asks for each price once, including the filler’s', () => {
    expect(keysOfCart([...line(0, 'MUG', 1), ...line(1, 'PEN', 3), ...line(2, 'MUG', 1)], cartPaths)).toEqual(['MUG', 'PEN', 'ADJ']);
  });

  test('is filled up in pieces, to the last digit', () => {
    expect(added([...line(0, 'PEN', 3), paid('0.31')])).toEqual({
      'body.Items[1].Item.Type': 'Product',
      'body.Items[1].Item.Id': 'ADJ',
      'body.Items[1].Quantity': '1',
    });
    expect(added([...line(0, 'MUG', 2), paid('39.63')])).toMatchObject({ 'body.Items[1].Quantity': '1063' });
  });

  test('is paid in part by the rest if it costs more than the customer paid', () => {
    expect(added([...line(0, 'MUG', 2), paid('25.00')])).toEqual({
      'body.Payments[1].Type': 'Custom',
      'body.Payments[1].Id': '26',
      'body.Payments[1].Amount': '4.00',
    });
  });

  test('gets neither if both sums are equal, and loses those entries of the mappings', () => {
    const guessed = [...line(0, 'MUG', 2), ...line(1, 'ADJ', 500), paid('29.00')];
    const balanced = balanceCart(guessed, cartPaths, findPrice);
    expect(balanced).toEqual({ ok: true, fields: [...line(0, 'MUG', 2), paid('29.00')] });
    const discounted = [...line(0, 'MUG', 2), paid('29'), field('body.Payments[1].Type', 'Custom'), field('body.Payments[1].Id', '26')];
    expect(balanceCart(discounted, cartPaths, findPrice)).toEqual({ ok: true, fields: [...line(0, 'MUG', 2), paid('29')] });
  });

  test('sells only whole pieces: another price of the filler is refused with a message', () => {
    const dear = (key: string) => (key === 'ADJ' ? '0.02' : findPrice(key));
    expect(balanceCart([...line(0, 'PEN', 3), paid('0.31')], cartPaths, dear)).toMatchObject({
      ok: false,
      message: expect.stringContaining('“ADJ” costs 0.02'),
    });
  });

  test('is unchanged if a price is unknown', () => {
    expect(added([...line(0, 'CUP', 1), paid('5')])).toEqual({});
  });
});
