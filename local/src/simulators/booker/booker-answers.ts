import { Refusal, type SimulatedResponse, toJsonResponse } from '../simulated-call.ts';
import type { Records } from '../store/records.ts';

export function succeeded(fields: object): SimulatedResponse {
  return toJsonResponse({ IsSuccess: true, ErrorCode: 0, ErrorMessage: null, ...fields });
}

export function invalid(ArgumentName: string, ErrorMessage: string): SimulatedResponse {
  return refused(200, 'invalid argument', [{ ArgumentName, ErrorMessage }]);
}

export function refused(ErrorCode: number, ErrorMessage: string, ArgumentErrors: object[] | null = null): SimulatedResponse {
  return toJsonResponse({ IsSuccess: false, ErrorCode, ErrorMessage, ArgumentErrors });
}

/** @param name what the record is called in the refusal. @throws Refusal */
export function existing<Item extends object>(records: Records<Item>, id: unknown, name: string): Item {
  const found = records.get(String(id));
  if (!found) throw new Refusal(refused(203, `The ${name} was not found.`));
  return found;
}
