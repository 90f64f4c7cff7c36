import { giftCards, giftCardTransactions } from '@portage/database';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson } from '../../test/api.ts';
import { impersonatedAdmin, signedInAdmin } from '../../test/workflows.ts';

async function addCard(person: Person, fields: Partial<typeof giftCards.$inferInsert> = {}) {
  const card = {
    id: crypto.randomUUID(),
    userId: person.row.id,
    number: crypto.randomUUID(),
    initialAmount: 100,
    balance: 40.25,
    createdAt: new Date(),
    customerFirstName: 'Grace',
    customerLastName: 'Hopper',
    customerEmail: 'grace@example.test',
    ...fields,
  };
  await database().insert(giftCards).values(card);
  return card;
}

const listNumbers = (body: { giftCards: { number: string }[] }) => body.giftCards.map(({ number }) => number);

describe('gift cards', () => {
  test('are listed with exact amounts, newest first, and found by number, name and address', async () => {
    const person = await signedInPerson();
    const list = async (query = '') => {
      const { body } = await api(`GET /api/gift-cards?${query}`, { token: person.token });
      return { numbers: listNumbers(body), totalCount: body.totalCount };
    };
    const createdAt = (day: number) => new Date(Date.UTC(2026, 0, day));
    await addCard(person, { number: 'AB-1', createdAt: createdAt(1) });
    await addCard(person, {
      number: 'AB-2',
      createdAt: createdAt(2),
      customerFirstName: 'Alan',
      customerLastName: 'Turing',
      customerEmail: 'a_t@x.test',
    });
    expect(await list()).toEqual({ numbers: ['AB-2', 'AB-1'], totalCount: 2 });
    expect(await list('pageSize=1&pageIndex=1')).toEqual({ numbers: ['AB-1'], totalCount: 2 });
    expect(await list('numberSubstring=b-1')).toEqual({ numbers: ['AB-1'], totalCount: 1 });
    expect(await list('nameSubstring=alan%20TUR')).toEqual({ numbers: ['AB-2'], totalCount: 1 });
    await addCard(person, { number: 'AB-3', createdAt: createdAt(3), customerFirstName: 'José', customerLastName: 'Müller' });
    for (const name of ['jose', 'JOSÉ MUL', 'Jose\u0301']) {
      expect(await list(`nameSubstring=${encodeURIComponent(name)}`), name).toEqual({ numbers: ['AB-3'], totalCount: 1 });
    }
    expect(await list('emailSubstring=_')).toEqual({ numbers: ['AB-2'], totalCount: 1 });
    expect((await api('GET /api/gift-cards?numberSubstring=%00', { token: person.token })).status).toBe(400);
  });

  test('open by id and by number, with their transactions', async () => {
    const person = await signedInPerson();
    const card = await addCard(person, { expiresOn: new Date('2027-01-01T00:00:00Z') });
    const transaction = { id: crypto.randomUUID(), type: 'Redeem' as const, amount: 59.75, createdAt: new Date('2026-06-01T00:00:00Z') };
    await database()
      .insert(giftCardTransactions)
      .values({ ...transaction, giftCardId: card.id });
    const expected = {
      giftCard: {
        id: card.id,
        userId: person.row.id,
        number: card.number,
        initialAmount: 100,
        balance: 40.25,
        createdAt: card.createdAt.toISOString(),
        expiresOn: '2027-01-01T00:00:00.000Z',
        customer: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.test' },
        ownerUserEmail: person.row.email,
        transactions: [{ ...transaction, createdAt: transaction.createdAt.toISOString() }],
      },
    };
    expect((await api(`GET /api/gift-cards/${card.id}`, { token: person.token })).body).toEqual(expected);
    const numbered = await addCard(person, { number: 'GC 1/2' });
    const byNumber = await api(`GET /api/gift-cards/${encodeURIComponent('GC 1/2')}`, { token: person.token });
    expect(byNumber.body.giftCard.id).toBe(numbered.id);
  });

  test('HOSTILE 25: are visible only to their owner, and to an admin in their own name', async () => {
    const person = await signedInPerson();
    const card = await addCard(person);
    expect(await api('GET /api/gift-cards')).toMatchObject({ status: 401 });
    expect(await api(`GET /api/gift-cards/${card.id}`)).toMatchObject({ status: 401 });
    for (const { token } of [await signedInPerson(), await impersonatedAdmin()]) {
      expect((await api('GET /api/gift-cards', { token })).body).toEqual({ giftCards: [], totalCount: 0 });
      for (const id of [card.id, card.number, 'unknown']) {
        expect(await api(`GET /api/gift-cards/${id}`, { token })).toMatchObject({ status: 404, code: 'not-found' });
      }
    }
    const { body } = await api(`GET /api/gift-cards?numberSubstring=${card.number}`, { token: (await signedInAdmin()).token });
    expect(body.giftCards).toMatchObject([{ id: card.id, ownerUserEmail: person.row.email }]);
  });
});
