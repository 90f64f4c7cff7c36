import { jsonAnswer, type SimulatedAnswer } from '../simulated-call.ts';

export function succeeded(fields: object): SimulatedAnswer {
  return jsonAnswer({ IsSuccess: true, ErrorCode: 0, ErrorMessage: null, ...fields });
}

export function refused(ErrorCode: number, ErrorMessage: string, ArgumentErrors: object[] | null = null): SimulatedAnswer {
  return jsonAnswer({ IsSuccess: false, ErrorCode, ErrorMessage, ArgumentErrors });
}
