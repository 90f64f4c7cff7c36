import { type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';

const FAULTS = {
  500: 'Unsupported Operation',
  610: 'Object Not Found',
  2010: 'Request has invalid or unsupported property',
  2020: 'Required param missing, need to supply the required value for the API',
  2500: 'Invalid Reference Id',
  4000: 'Error parsing query',
  5010: 'Stale Object Error',
  6000: 'A business validation error has occurred while processing your request',
  6070: 'Amount calculation incorrect in the request',
  6240: 'Duplicate Name Exists Error',
} as const;

export class QuickBooksFault extends Error {
  readonly code: string;
  readonly detail: string;
  override readonly name = 'QuickBooksFault';

  constructor(code: keyof typeof FAULTS, detail: string) {
    super(FAULTS[code]);
    this.code = String(code);
    this.detail = detail;
  }
}

interface Fault {
  code: string;
  message: string;
  detail: string;
}

export function toFaultResponse({ code, message, detail }: Fault, time: string, status = 400): SimulatedResponse {
  const type = status >= 500 ? 'SystemFault' : 'ValidationFault';
  return toJsonResponse({ Fault: { Error: [{ Message: message, Detail: detail, code }], type }, time }, { status });
}

const GATEWAY_FAULTS = {
  401: { code: '3200', name: 'AuthenticationFailed', type: 'AUTHENTICATION' },
  403: { code: '3100', name: 'ApplicationAuthorizationFailed', type: 'SERVICE' },
  429: { code: '3001', name: 'ThrottleExceeded', type: 'SERVICE' },
} as const;

/** Faults before the company is reached are written in lower case. */
export function buildGatewayResponse(status: keyof typeof GATEWAY_FAULTS, detail: string, time: string): SimulatedResponse {
  const { code, name, type } = GATEWAY_FAULTS[status];
  const message = `message=${name}; errorCode=00${code}; statusCode=${status}`;
  return toJsonResponse({ warnings: null, fault: { error: [{ message, detail, code, element: null }], type }, time }, { status });
}

export function missing(name: string): QuickBooksFault {
  return new QuickBooksFault(2020, `Required parameter ${name} is missing in the request`);
}

export function invalidReference(name: string): QuickBooksFault {
  const detail = `Invalid Reference Id : Something you're trying to use has been made inactive or does not exist (${name}).`;
  return new QuickBooksFault(2500, detail);
}
