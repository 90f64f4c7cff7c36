import { mayReceiveCredential } from '@portage/connectors';
import { type AuthPorts, authorizeRequest, CredentialsError, withKeys } from '@portage/connectors/authorization';
import { simulatedConnectorAddress } from '@portage/contracts';
import type { EgressRequest } from '../egress/egress-message.ts';
import { type ConnectionLease, ConnectionRefused } from './lease.ts';

/** A URL of the connector's system. One that begins with a slash is relative to the base URL. */
export function resolveUrl(lease: ConnectionLease, url: string): string {
  return url.startsWith('/') && !url.startsWith('//') ? lease.baseUrl + url : url;
}

/**
 * A call with the connector's credential, which a redirect to another origin drops.
 *
 * @throws ConnectionRefused for an address that is not the connector's (HOSTILE 22)
 */
export async function authorizedCall(request: EgressRequest, lease: ConnectionLease, ports: AuthPorts): Promise<EgressRequest> {
  const address = resolveUrl(lease, request.url);
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !mayReceiveCredential(url, lease.allowedHosts)) {
    const hosts = lease.allowedHosts.join(', ');
    throw new ConnectionRefused(
      `The connector "${lease.connectorName}" may be used for calls to ${hosts} only${url ? `, not to ${url.host.slice(0, 100)}` : ''}.`,
    );
  }
  const call = { method: request.method, url: url.href, headers: request.headers, body: request.body as string | null };
  try {
    const keyed = withKeys(call, lease.extraKeys);
    const signed = lease.credentials ? await authorizeRequest(keyed, lease.credentials, ports) : keyed;
    const headers = Object.fromEntries(Object.entries(signed.headers).map(([name, value]) => [name.toLowerCase(), value]));
    const secretHeaders = Object.keys(headers).filter((name) => headers[name] !== request.headers[name]);
    const body = signed.body === call.body ? request.body : signed.body;
    // A redirect may carry a body to another origin, and with it the credential.
    const isFollowed = body === request.body ? {} : { followRedirects: false };
    const sentTo = lease.isSimulated ? simulatedConnectorAddress(signed.url, lease.connectorTypeId) : signed.url;
    return { ...request, url: sentTo, headers, body, secretHeaders, ...isFollowed };
  } catch (error) {
    if (error instanceof CredentialsError)
      throw new ConnectionRefused(`${error.message} Enter it again in the connector "${lease.connectorName}".`);
    throw error;
  }
}
