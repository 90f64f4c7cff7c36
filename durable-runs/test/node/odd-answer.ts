import type { ServerResponse } from 'node:http';

/** A response instead of a page. */
export interface OddResponse {
  /** The call that gets it, counted from 1 from now on; `always`: that call and all after it. */
  read: number;
  always?: boolean;
  text: string;
  status?: number;
  type?: string;
}

/** Counts a call. @returns whether it got the odd response */
export function respondOddly(odd: OddResponse | null | undefined, response: ServerResponse): boolean {
  if (!odd) return false;
  odd.read -= 1;
  if (odd.read > 0 || (odd.read < 0 && odd.always !== true)) return false;
  const { status = 200, type = 'application/json', text } = odd;
  response.writeHead(status, { 'content-type': type }).end(status === 204 ? undefined : text);
  return true;
}
