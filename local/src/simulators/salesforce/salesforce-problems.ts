import { jsonAnswer, type SimulatedAnswer } from '../simulated-call.ts';

/** Salesforce's errors come in a list. */
export function failed(status: number, errorCode: string, message: string, fields?: readonly string[]): SimulatedAnswer {
  return jsonAnswer([{ message, errorCode, ...(fields ? { fields } : {}) }], { status });
}
