import { type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';

interface RefusalDetails {
  type?: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  code?: string;
  param?: string;
}

/** A refusal in Stripe's own shape. https://docs.stripe.com/api/errors */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal';
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(status: number, message: string, details: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }

  answer(): SimulatedResponse {
    const { type = 'invalid_request_error', ...rest } = this.details;
    return toJsonResponse({ error: { type, message: this.message, ...rest } }, { status: this.status });
  }
}

/** `No such customer: 'cus_1'` */
export function noSuch(kind: string, id: string, param = 'id'): StripeRefusal {
  return new StripeRefusal(param === 'id' ? 404 : 400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}
