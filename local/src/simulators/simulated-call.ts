/** A call to a simulated system, whichever server it came through. */
export interface SimulatedCall {
  method: string;
  url: URL;
  header(name: string): string | null;
  body: string;
}

export interface SimulatedResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A system that keeps its data until it is discarded. */
export type SimulatedSystem = (call: SimulatedCall) => Promise<SimulatedResponse>;

export function toJsonResponse(
  value: unknown,
  { status = 200, headers = {} }: Partial<Omit<SimulatedResponse, 'body'>> = {},
): SimulatedResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

export const NO_CONTENT: SimulatedResponse = { status: 204, headers: {}, body: '' };

export function withHeaders(answer: SimulatedResponse, headers: Record<string, string>): SimulatedResponse {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** A call that a system refuses, with the response in the system's own shape. */
export class Refusal extends Error {
  readonly answer: SimulatedResponse;
  override readonly name = 'Refusal';

  constructor(answer: SimulatedResponse) {
    super(answer.body);
    this.answer = answer;
  }
}

/** Null if it is not a JSON object. */
export function parseJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** The fields of a body that is a form or JSON. */
export function parseForm({ body }: SimulatedCall): URLSearchParams {
  const json = parseJsonObject(body);
  return json ? new URLSearchParams(Object.entries(json).map(([name, value]) => [name, String(value)])) : new URLSearchParams(body);
}
