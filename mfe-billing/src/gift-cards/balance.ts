import { DASH } from '@portage/ui';

const amountFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "1,250.00": cards carry no currency. */
function formatAmount(amount: number): string {
  return amountFormat.format(amount);
}

/** "35.00 / 50.00" (spec GIFT-05). */
export function formatBalance(card: { balance: number; initialAmount: number }): string {
  return `${formatAmount(card.balance)} / ${formatAmount(card.initialAmount)}`;
}

/** First and last name, as far as known. */
export function customerName(customer: { firstName: string | null; lastName: string | null }): string {
  return [customer.firstName, customer.lastName].filter(Boolean).join(' ') || DASH;
}
