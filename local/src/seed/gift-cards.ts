import { randomUUID } from 'node:crypto';
import type { OwnerId } from '@portage/contracts';
import { giftCards, giftCardTransactions } from '@portage/database';
import { DAY_MS, HOUR_MS } from '@portage/primitives/durations';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** Customer, initial amount, balance, age in days, days until it expires (null: never). */
const CARDS: readonly [string, string, number, number, number, number | null][] = [
  ['Mara', 'Lindqvist', 50, 50, 2, 363],
  ['Jonas', 'Ferro', 100, 37.5, 12, 353],
  ['Aiko', 'Tanaka', 25, 0, 40, 325],
  ['Priya', 'Nair', 75, 75, 45, null],
  ['Tom', 'Baker', 150, 149.99, 60, 305],
  ['Elena', 'Petrova', 20, 12.4, 75, 290],
  ['Sam', 'Okafor', 200, 80, 90, null],
  ['Lucía', 'Moreno', 30, 30, 120, 245],
  ['Noah', 'Weber', 60, 5.25, 150, 215],
  ['Ingrid', 'Dahl', 40, 40, 180, 185],
  ['Omar', 'Haddad', 80, 0, 240, 125],
  ['Chloé', 'Martin', 120, 66.6, 300, 65],
];

/** Adds a small shop's gift cards: full, half used and empty, some of which expire. */
export async function seedGiftCards(db: NodePgDatabase, userId: OwnerId): Promise<void> {
  const nowMs = Date.now();
  const rows = CARDS.map(([firstName, lastName, initialAmount, balance, ageDays, endsInDays], at) => ({
    id: randomUUID(),
    userId,
    number: `PG-${String(1001 + at)}-${String(7349 * (at + 3)).slice(0, 4)}`,
    initialAmount,
    balance,
    createdAt: new Date(nowMs - ageDays * DAY_MS),
    expiresOn: endsInDays === null ? null : new Date(nowMs + endsInDays * DAY_MS),
    customerFirstName: firstName,
    customerLastName: lastName,
    customerEmail: `${plain(firstName)}.${plain(lastName)}@example.com`,
  }));
  const added = await db.insert(giftCards).values(rows).onConflictDoNothing().returning({ id: giftCards.id });
  const ids = new Set(added.map(({ id }) => id));
  const transactions = rows.filter(({ id }) => ids.has(id)).flatMap(buildTransactions);
  if (transactions.length > 0) await db.insert(giftCardTransactions).values(transactions);
}

function buildTransactions(card: { id: string; initialAmount: number; balance: number; createdAt: Date }) {
  const spentCents = Math.round((card.initialAmount - card.balance) * 100);
  if (spentCents === 0) return [];
  const refundCents = spentCents >= 5_000 ? 500 : 0;
  const firstCents = Math.ceil(spentCents / 2);
  const booked = [
    { type: 'Redeem' as const, cents: firstCents },
    { type: 'Redeem' as const, cents: spentCents - firstCents + refundCents },
    { type: 'Refund' as const, cents: refundCents },
  ];
  return booked
    .filter(({ cents }) => cents > 0)
    .map(({ type, cents }, at) => ({
      id: randomUUID(),
      giftCardId: card.id,
      type,
      amount: cents / 100,
      createdAt: new Date(card.createdAt.getTime() + (at + 1) * 6 * HOUR_MS),
    }));
}

/** Keeps only letters that an e-mail address may have. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
}
