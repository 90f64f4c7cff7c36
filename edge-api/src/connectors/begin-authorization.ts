import { CONNECTION_CALLBACK_PATH } from '@portage/contracts';
import type { ConnectorRow, ConnectorTypeRow } from '@portage/database';
import { auditChange } from '../audit/record-audit.ts';
import { ApiProblem } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';
import { connectionCookie } from './connection-cookie.ts';
import { connectionObject } from './connection-object.ts';
import { signInAddress } from './simulated/simulated-systems.ts';

/** The page the system sends the person back to, and the only API path that gets the cookie. */
export interface WayBack {
  page: string;
  call: string;
}

/**
 * Begins an authorization: the response's cookie ties it to this browser, so that an attacker can't have another person allow a
 * connection that isn't theirs (HOSTILE 27).
 *
 * @returns the address to go to; null if the system issued its tokens without a person
 * @throws ApiProblem 502 with what to do
 */
export async function beginAuthorization(
  context: UserContext,
  connector: ConnectorRow,
  type: ConnectorTypeRow,
  { page, call }: WayBack = { page: CONNECTION_CALLBACK_PATH, call: CONNECTION_CALLBACK_PATH },
): Promise<string | null> {
  const { env, publicOrigin, user, answer } = context;
  const root = type.settings.callbackUrlRoot ?? publicOrigin;
  const result = await connectionObject(env, connector.id).beginAuthorization({
    ownerUserId: user.id,
    connectorId: connector.id,
    redirectUri: `${root}${page}`,
  });
  if (result.outcome === 'refused') throw new ApiProblem(502, 'connection-refused', result.message);
  await auditChange(context, 'connector.authorization-begun', { connectorId: connector.id, name: connector.name });
  if (result.outcome === 'connected') return null;
  answer.headers['set-cookie'] = connectionCookie(connector.id, result.browserSecret, publicOrigin, call);
  return signInAddress(env, result.redirectUrl, publicOrigin);
}
