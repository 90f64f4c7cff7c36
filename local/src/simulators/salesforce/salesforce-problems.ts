import { type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';

/** Salesforce's errors come in a list. */
export function failed(status: number, errorCode: string, message: string, fields?: readonly string[]): SimulatedResponse {
  return toJsonResponse([{ message, errorCode, ...(fields ? { fields } : {}) }], { status });
}
