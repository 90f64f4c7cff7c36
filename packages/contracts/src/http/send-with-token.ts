export interface TokenSettings {
  /** Returns a valid access token, refreshed first if necessary, or null if no person is signed in. */
  getAccessToken?: () => Promise<string | null> | string | null;
  /**
   * Called after a 401 with the refused token. A machine that has just woken up, or whose clock is wrong, may believe that an expired token
   * is still valid. Returns another token, with which the call is repeated once; null: the session has ended.
   *
   * @throws ApiError if it is unknown whether the session has ended, for example because the server is unreachable
   */
  renewAccessToken?: (refused: string | null) => Promise<string | null>;
  /** Called after a 401 that a new token didn't resolve: the session has ended (spec AUTH-20). */
  onUnauthorized?: () => void;
}

/** Sends a call with the session's token, and once more with a new one if that is refused. A refused call has changed nothing. */
export async function sendWithToken(
  { getAccessToken, renewAccessToken, onUnauthorized }: TokenSettings,
  send: (authorization: { authorization?: string }) => Promise<Response>,
): Promise<Response> {
  const sendAs = (token: string | null) => send(token === null ? {} : { authorization: `Bearer ${token}` });
  const token = (await getAccessToken?.()) ?? null;
  const answer = await sendAs(token);
  if (answer.status !== 401) return answer;
  const renewed = (await renewAccessToken?.(token)) ?? null;
  const last = renewed === null ? answer : await sendAs(renewed);
  if (last.status === 401) onUnauthorized?.();
  return last;
}
