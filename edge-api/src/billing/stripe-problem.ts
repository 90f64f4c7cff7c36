import { log } from '@portage/contracts/log';
import { cutText } from '@portage/primitives/cut-text';
import Stripe from 'stripe';
import { ApiProblem } from '../http/api-problem.ts';

const LONGEST_REASON = 500;

/**
 * A Stripe error as people may read it (spec BILL-14). Errors about the key stay short: Stripe repeats part of the key.
 *
 * @returns null if it isn't an error from Stripe
 */
function stripeProblem(error: unknown): ApiProblem | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  const { type, code = '', statusCode = 0, requestId = '' } = error;
  log('warn', 'A call of Stripe failed', { type, code, statusCode, stripeRequestId: requestId });
  if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError) {
    return new ApiProblem(502, 'payment-provider-refused', 'The payment provider does not accept the key in STRIPE_SECRET_KEY.');
  }
  if (error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError) {
    return new ApiProblem(502, 'payment-provider-away', 'The payment provider could not be reached. Please try again later.');
  }
  if (error instanceof Stripe.errors.StripeRateLimitError) {
    return new ApiProblem(
      503,
      'payment-provider-busy',
      'The payment provider isn’t accepting calls at the moment. Please try again shortly.',
    );
  }
  return new ApiProblem(502, 'payment-provider-refused', `The payment provider responded: ${cutText(error.message, LONGEST_REASON)}`);
}

export function isUnknownToStripe(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Does work with Stripe. @throws ApiProblem 502 or 503 if Stripe refuses */
export async function withStripe<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw stripeProblem(error) ?? error;
  }
}
