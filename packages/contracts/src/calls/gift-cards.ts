import { z } from 'zod';
import { defineCalls } from '../http/define-calls.ts';
import { pageFields, searchField, storableText } from './query-fields.ts';

/** What can happen to a gift card after its sale (spec GIFT-12). */
const giftCardTransactionTypes = ['Redeem', 'Refund', 'Void'] as const;

/** Spec GIFT-11 as listed; amounts are in the card's currency, with at most two decimals. */
const giftCardSummarySchema = z.object({
  id: z.string(),
  userId: z.string(),
  number: z.string(),
  initialAmount: z.number(),
  balance: z.number(),
  createdAt: z.string(),
  expiresOn: z.string().nullable(),
  customer: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  ownerUserEmail: z.string(),
});

const giftCardSchema = giftCardSummarySchema.extend({
  transactions: z.array(z.object({ id: z.string(), type: z.enum(giftCardTransactionTypes), amount: z.number(), createdAt: z.string() })),
});

export const giftCardCalls = defineCalls({
  'GET /api/gift-cards': {
    summary: 'Lists the caller’s gift cards, newest first; an admin sees everyone’s.',
    access: 'user',
    effect: 'read',
    query: z.strictObject({
      numberSubstring: searchField(),
      nameSubstring: searchField(),
      emailSubstring: searchField(),
      ...pageFields(),
    }),
    response: z.object({ giftCards: z.array(giftCardSummarySchema), totalCount: z.number() }),
  },
  'GET /api/gift-cards/{id}': {
    summary: 'One gift card by id or number, with its transactions.',
    access: 'user',
    effect: 'read',
    params: z.strictObject({ id: storableText(200) }),
    response: z.object({ giftCard: giftCardSchema }),
  },
});
