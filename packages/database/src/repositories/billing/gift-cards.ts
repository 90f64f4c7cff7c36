import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { HttpDatabase } from '../../connect.ts';
import { type GiftCardRow, type GiftCardTransactionRow, giftCards, giftCardTransactions } from '../../schema/gift-cards.ts';
import { users } from '../../schema/users.ts';
import { type Page, type Scope, toLimitOffset, withinScope } from '../rows/scope.ts';
import { containsFolded, containsText, isUuid } from '../rows/text-search.ts';

export interface GiftCardRecord extends GiftCardRow {
  ownerUserEmail: string;
}

export interface GiftCardFilter extends Page {
  numberSubstring?: string | undefined;
  nameSubstring?: string | undefined;
  emailSubstring?: string | undefined;
}

const customerName = sql`${giftCards.customerFirstName} || ' ' || ${giftCards.customerLastName}`;
const columns = { ...getTableColumns(giftCards), ownerUserEmail: users.email };

/** Newest first (spec GIFT-07, GIFT-11). */
export async function listGiftCards(
  db: HttpDatabase,
  scope: Scope,
  filter: GiftCardFilter,
): Promise<{ giftCards: GiftCardRecord[]; totalCount: number }> {
  const condition = and(
    withinScope(scope, giftCards.userId),
    containsText(giftCards.number, filter.numberSubstring),
    containsFolded(customerName, filter.nameSubstring),
    containsText(giftCards.customerEmail, filter.emailSubstring),
  );
  const [rows, counts] = await db.batch([
    db
      .select(columns)
      .from(giftCards)
      .innerJoin(users, eq(users.id, giftCards.userId))
      .where(condition)
      .orderBy(desc(giftCards.createdAt), desc(giftCards.id))
      .limit(toLimitOffset(filter).limit)
      .offset(toLimitOffset(filter).offset),
    db.select({ count: sql<number>`count(*)::int` }).from(giftCards).where(condition),
  ]);
  return { giftCards: rows, totalCount: counts[0]?.count ?? 0 };
}

/** By id, otherwise by number (spec GIFT-10); the newest if several owners use the same number. */
export async function findGiftCard(
  db: HttpDatabase,
  scope: Scope,
  idOrNumber: string,
): Promise<(GiftCardRecord & { transactions: GiftCardTransactionRow[] }) | null> {
  const [card] = await db
    .select(columns)
    .from(giftCards)
    .innerJoin(users, eq(users.id, giftCards.userId))
    .where(and(withinScope(scope, giftCards.userId), eq(isUuid(idOrNumber) ? giftCards.id : giftCards.number, idOrNumber)))
    .orderBy(desc(giftCards.createdAt))
    .limit(1);
  if (!card) return null;
  const transactions = await db
    .select()
    .from(giftCardTransactions)
    .where(eq(giftCardTransactions.giftCardId, card.id))
    .orderBy(desc(giftCardTransactions.createdAt), desc(giftCardTransactions.id));
  return { ...card, transactions };
}
