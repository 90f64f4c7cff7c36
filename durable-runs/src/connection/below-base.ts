import { mayReceiveCredential } from '@portage/connectors';
import { hasDotSegment } from '@portage/workflow';
import { resolveUrl } from './authorized-call.ts';
import { type ConnectionLease, ConnectionRefused } from './lease.ts';

/**
 * A value that chooses where a call with a connector goes must stay below the connector's base address, or on another of its
 * hosts (HOSTILE 36). What the author of the step wrote may go anywhere on these hosts.
 *
 * @param value null: the author's own text begins the URL.
 * @throws ConnectionRefused
 */
export function requireBelowBase(lease: ConnectionLease, value: string | null): void {
  if (value === null) return;
  const address = resolveUrl(lease, value);
  // The call itself is then refused, with the list of allowed hosts.
  if (!URL.canParse(address)) return;
  const url = new URL(address);
  if (!mayReceiveCredential(url, lease.allowedHosts)) return;
  const base = new URL(lease.baseUrl);
  const basePath = base.pathname.replace(/\/+$/, '');
  const isBelow = url.host !== base.host || url.pathname === basePath || url.pathname.startsWith(`${basePath}/`);
  const keepsEncryption = url.protocol === 'https:' || base.protocol === 'http:';
  if (isBelow && keepsEncryption && !hasDotSegment(stripQuery(address))) return;
  throw new ConnectionRefused(
    `The connector "${lease.connectorName}" cannot be used for this address: the value in the URL leads outside ${lease.baseUrl}.`,
  );
}

function stripQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}
