import { type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';

export function succeeded(fields: object): SimulatedResponse {
  return toJsonResponse({ IsSuccess: true, ErrorCode: 0, ErrorMessage: null, ...fields });
}

export function invalid(ArgumentName: string, ErrorMessage: string): SimulatedResponse {
  return refused(200, 'invalid argument', [{ ArgumentName, ErrorMessage }]);
}

export function refused(ErrorCode: number, ErrorMessage: string, ArgumentErrors: object[] | null = null): SimulatedResponse {
  return toJsonResponse({ IsSuccess: false, ErrorCode, ErrorMessage, ArgumentErrors });
}
