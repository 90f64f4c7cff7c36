/** A page that doesn't need a response at once may need it much later, when it is out of date. */
const AHEAD_MS = 10_000;

interface Requested {
  response: Promise<Response>;
  /** Whose response it is; null: everybody's. */
  authorization: string | null;
  /** On the page's clock. */
  at: number;
}

const requested = new Map<string, Requested>();

/** Requests an address of this origin for a later `fetchAhead` with the same headers. */
export function requestAhead(url: string, init: RequestInit): Promise<Response> {
  const response = fetch(url, init);
  requested.set(url, { response, authorization: authorizationIn(init), at: performance.now() });
  return response;
}

/** Like `fetch`: the first caller gets the response that `requestAhead` has just requested for the same person. */
export const fetchAhead: typeof fetch = (input, init = {}) => {
  const url = String(input);
  const ahead = (init.method ?? 'GET') === 'GET' ? requested.get(url) : undefined;
  if (!ahead) return fetch(input, init);
  requested.delete(url);
  const isUsable = ahead.authorization === authorizationIn(init) && performance.now() - ahead.at < AHEAD_MS;
  return isUsable ? ahead.response : fetch(input, init);
};

function authorizationIn({ headers }: RequestInit): string | null {
  return new Headers(headers).get('authorization');
}
