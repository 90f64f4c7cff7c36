/** The outcome of a charge with one of Stripe's test cards. https://docs.stripe.com/testing */
interface TestCard {
  number: string;
  label: string;
  /** Why a charge with the person present is refused; null: it succeeds. */
  refusal: string | null;
  /** Why a charge without the person present is refused. */
  laterRefusal: string | null;
  /** The bank asks the person to confirm the first charge. */
  needsConfirmation: boolean;
  /** Can be saved as a card for later, whatever charges do. */
  canBeSaved: boolean;
}

const DECLINED = 'Your card was declined.';

export const testCards: readonly TestCard[] = [
  card('4242424242424242', 'Succeeds', {}),
  card('4000000000000002', 'Is declined', { refusal: DECLINED, laterRefusal: DECLINED, canBeSaved: false }),
  card('4000000000009995', 'Has insufficient funds', {
    refusal: 'Your card has insufficient funds.',
    laterRefusal: 'Your card has insufficient funds.',
    canBeSaved: false,
  }),
  card('4000002500003155', 'Needs confirmation by the bank once', { needsConfirmation: true }),
  card('4000000000000341', 'Can be saved, charges fail', { refusal: DECLINED, laterRefusal: DECLINED }),
];

export function findCard(number: string): TestCard | undefined {
  return testCards.find((one) => one.number === number.replace(/\s/g, ''));
}

export function maskedCard(number: string): string {
  return `Visa •••• ${number.slice(-4)}`;
}

function card(number: string, label: string, outcome: Partial<TestCard>): TestCard {
  return { number, label, refusal: null, laterRefusal: null, needsConfirmation: false, canBeSaved: true, ...outcome };
}
