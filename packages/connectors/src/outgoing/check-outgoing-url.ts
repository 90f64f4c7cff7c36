import { type EgressAllowList, getHost, isAllowedTarget } from './egress-allow-list.ts';
import { parseIpAddress } from './ip-address.ts';
import { isPrivateAddress } from './is-private-address.ts';

export type OutgoingUrlCheck =
  /** Call exactly `url.href`. With `isAllowListed`, the addresses that the name resolves to need no check either. */
  | { ok: true; url: URL; isAllowListed: boolean }
  | { ok: false; code: 'url-invalid' | 'url-scheme' | 'url-credentials' | 'url-private'; message: string };

const MAX_LENGTH = 16_384;

/**
 * Whether an outgoing call may go to a URL (HOSTILE 19): http or https, no user and password in it, and no way to loopback,
 * link-local, private or other internal addresses, in any spelling. Redirects need the same check, and so do the addresses that a
 * name resolves to (isPrivateAddress).
 *
 * @param allowList exempts internal targets only; all other checks still apply.
 */
export function checkOutgoingUrl(text: string, allowList: EgressAllowList = []): OutgoingUrlCheck {
  const url = parseUrl(text);
  if (!url) return refused('url-invalid', 'This is not a URL that can be called.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refused('url-scheme', 'The URL must start with http:// or https://.');
  if (url.username || url.password) {
    return refused('url-credentials', 'The URL must not contain a user name or password; use a header or a connector.');
  }
  const isAllowListed = isAllowedTarget(url, allowList);
  if (!isAllowListed && leadsInside(getHost(url))) {
    return refused('url-private', `Calls to ${shownHost(url)} are not allowed: it is a private or local address.`);
  }
  return { ok: true, url, isAllowListed };
}

function parseUrl(text: string): URL | null {
  if (text.length > MAX_LENGTH) return null;
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function leadsInside(host: string): boolean {
  return parseIpAddress(host) ? isPrivateAddress(host) : isInnerName(host);
}

function shownHost(url: URL): string {
  return url.host.length > 100 ? `${url.host.slice(0, 100)}…` : url.host;
}

function refused(code: Extract<OutgoingUrlCheck, { ok: false }>['code'], message: string): OutgoingUrlCheck {
  return { ok: false, code, message };
}

/** Top-level names that are internal: a machine, a home or office network, a container network, a cloud's own services. */
const INNER_SUFFIXES = ['localhost', 'localdomain', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'svc', 'home.arpa'];

/** Public names whose owners point them, or any address in them, at loopback and private addresses. */
const MIRROR_SUFFIXES = ['localtest.me', 'lvh.me', 'vcap.me', 'lacolhost.com', 'nip.io', 'sslip.io', 'xip.io', 'localho.st'];

/** Whether a host is recognisably internal, as single labels are (`postgres`). @param host in lower case, without a trailing dot */
function isInnerName(host: string): boolean {
  if (!host.includes('.')) return true;
  return [...INNER_SUFFIXES, ...MIRROR_SUFFIXES].some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}
