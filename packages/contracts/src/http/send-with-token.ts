export interface TokenSettings {
  /** Returns a valid access token, or null if no person is signed in; may refresh it first. */
  getAccessToken?: () => Promise<string | null> | string | null;
  /**
   * Called after a 401 with the token that was refused: a machine that wakes, or whose clock is wrong, takes an expired token for a
   * valid one. Returns another token for a second try, or null if there is none.
   *
   * @throws ApiError where it is not known whether there is one: the session has not ended then
   */
  renewAccessToken?: (refused: string | null) => Promise<string | null>;
  /** Called after a 401 that no new token helped against: the session has ended (spec AUTH-20). */
  onUnauthorized?: () => void;
}

/** Sends a call with the session's token, and once more with a new one if that is refused. A call that is refused has done nothing. */
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
