import { DASH, formatDecimal } from '@portage/ui';

/** "35.00 / 50.00": cards carry no currency (spec GIFT-05). */
export function formatBalance(card: { balance: number; initialAmount: number }): string {
  return `${formatDecimal(card.balance, 2)} / ${formatDecimal(card.initialAmount, 2)}`;
}

/** First and last name, as far as known. */
export function customerName(customer: { firstName: string | null; lastName: string | null }): string {
  return [customer.firstName, customer.lastName].filter(Boolean).join(' ') || DASH;
}
