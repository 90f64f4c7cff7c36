import { type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';

/** A refusal of QuickBooks. */
export class QuickBooksFault extends Error {
  readonly code: string;
  readonly detail: string;
  override readonly name = 'QuickBooksFault';

  constructor(code: string, message: string, detail: string) {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}

export function toFaultResponse({ code, message, detail }: QuickBooksFault, time: string, status = 400): SimulatedResponse {
  const type = status >= 500 ? 'SystemFault' : 'ValidationFault';
  return toJsonResponse({ Fault: { Error: [{ Message: message, Detail: detail, code }], type }, time }, { status });
}

/** Faults before the company is reached are written in lower case. */
export function buildGatewayResponse(status: number, code: string, message: string, detail: string, time: string): SimulatedResponse {
  const type = status === 401 ? 'AUTHENTICATION' : 'SERVICE';
  return toJsonResponse({ warnings: null, fault: { error: [{ message, detail, code, element: null }], type }, time }, { status });
}

export function missing(name: string): QuickBooksFault {
  return new QuickBooksFault(
    '2020',
    'Required param missing, need to supply the required value for the API',
    `Required parameter ${name} is missing in the request`,
  );
}

export function invalidReference(name: string): QuickBooksFault {
  return new QuickBooksFault(
    '2500',
    'Invalid Reference Id',
    `Invalid Reference Id : Something you're trying to use has been made inactive or does not exist (${name}).`,
  );
}
