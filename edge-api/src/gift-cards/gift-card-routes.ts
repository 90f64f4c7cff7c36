import type { HandlerResult } from '@portage/contracts';
import { type Calls, giftCardCalls } from '@portage/contracts/calls';
import { findGiftCard, type GiftCardRecord, isAdmin, listGiftCards } from '@portage/database';
import { notFound } from '../http/api-problem.ts';
import { implement } from '../http/implement.ts';
import { listScope } from '../http/list-scope.ts';

type GiftCardSummary = HandlerResult<Calls, 'GET /api/gift-cards'>['giftCards'][number];

/** API-148, API-149. Admins see all cards without asking (spec GIFT-07). */
export const giftCardRoutes = implement(giftCardCalls, {
  'GET /api/gift-cards': async ({ query }, { db, user }) => {
    const found = await listGiftCards(db, listScope(user, { isAdmin: isAdmin(user) }), query);
    return { giftCards: found.giftCards.map(present), totalCount: found.totalCount };
  },
  'GET /api/gift-cards/{id}': async ({ params }, { db, user }) => {
    const card = await findGiftCard(db, listScope(user, { isAdmin: isAdmin(user) }), params.id);
    if (!card) throw notFound('This gift card');
    const transactions = card.transactions.map(({ id, type, amount, createdAt }) => ({
      id,
      type,
      amount,
      createdAt: createdAt.toISOString(),
    }));
    return { giftCard: { ...present(card), transactions } };
  },
});

function present(card: GiftCardRecord): GiftCardSummary {
  return {
    id: card.id,
    userId: card.userId,
    number: card.number,
    initialAmount: card.initialAmount,
    balance: card.balance,
    createdAt: card.createdAt.toISOString(),
    expiresOn: card.expiresOn?.toISOString() ?? null,
    customer: { firstName: card.customerFirstName, lastName: card.customerLastName, email: card.customerEmail },
    ownerUserEmail: card.ownerUserEmail,
  };
}
