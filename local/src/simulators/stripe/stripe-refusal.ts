import { Refusal, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';

interface RefusalDetails {
  type?: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  code?: string;
  param?: string;
}

/** A refusal in Stripe's own shape. https://docs.stripe.com/api/errors */
export function toErrorResponse(status: number, message: string, details: RefusalDetails = {}): SimulatedResponse {
  return toJsonResponse({ error: { type: 'invalid_request_error', message, ...details } }, { status });
}

export function stripeProblem(...refusal: Parameters<typeof toErrorResponse>): Refusal {
  return new Refusal(toErrorResponse(...refusal));
}

/** `No such customer: 'cus_1'` */
export function noSuch(kind: string, id: string, param = 'id'): Refusal {
  return stripeProblem(param === 'id' ? 404 : 400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}
