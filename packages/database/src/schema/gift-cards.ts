import { sql } from 'drizzle-orm';
import { check, index, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, ownerId } from './columns.ts';
import { users } from './users.ts';

/** What can happen to a gift card after its sale (spec GIFT-12). */
export const giftCardTransactionTypes = ['Redeem', 'Refund', 'Void'] as const;
export type GiftCardTransactionType = (typeof giftCardTransactionTypes)[number];

/** An amount of money: two decimals, exact in the database. */
function amount(name: string) {
  return numeric(name, { precision: 14, scale: 2, mode: 'number' });
}

/** Gift cards with their balance and customer (spec GIFT-11). */
export const giftCards = pgTable(
  'gift_cards',
  {
    id: uuid('id').primaryKey(),
    userId: ownerId('user_id')
      .notNull()
      .references(() => users.id),
    number: text('number').notNull(),
    initialAmount: amount('initial_amount').notNull(),
    balance: amount('balance').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresOn: instant('expires_on'),
    customerFirstName: text('customer_first_name').notNull().default(''),
    customerLastName: text('customer_last_name').notNull().default(''),
    customerEmail: text('customer_email').notNull().default(''),
  },
  (table) => [
    uniqueIndex('gift_cards_number_unique').on(table.userId, table.number),
    index('gift_cards_number').on(table.number),
    index('gift_cards_owner_created').on(table.userId, table.createdAt, table.id),
    index('gift_cards_created').on(table.createdAt, table.id),
    check('gift_cards_balance_within', sql`${table.balance} >= 0 and ${table.balance} <= ${table.initialAmount}`),
  ],
);

export const giftCardTransactions = pgTable(
  'gift_card_transactions',
  {
    id: uuid('id').primaryKey(),
    giftCardId: uuid('gift_card_id')
      .notNull()
      .references(() => giftCards.id, { onDelete: 'cascade' }),
    type: text('type').$type<GiftCardTransactionType>().notNull(),
    amount: amount('amount').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Makes a repeated request harmless: the same reference is booked once. */
    reference: text('reference'),
  },
  (table) => [
    index('gift_card_transactions_card').on(table.giftCardId, table.createdAt),
    uniqueIndex('gift_card_transactions_reference_unique').on(table.giftCardId, table.reference),
    check('gift_card_transactions_amount_positive', sql`${table.amount} > 0`),
  ],
);

export type GiftCardRow = typeof giftCards.$inferSelect;
export type GiftCardTransactionRow = typeof giftCardTransactions.$inferSelect;
