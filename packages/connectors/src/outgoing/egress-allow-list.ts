/** An internal host, with one port or all of them, that outgoing calls may reach (docs/operate.md). */
export interface AllowedTarget {
  host: string;
  /** null for any port. */
  port: number | null;
}

export type EgressAllowList = readonly AllowedTarget[];

const ENTRY = /^(\[[0-9a-fA-F:.]+\]|[^:\s[\]/@*]+):(\*|\d{1,5})$/;

/**
 * Reads PORTAGE_EGRESS_ALLOW: `127.0.0.1:9000, simulator.internal:*, [::1]:8080`. Hosts are normalised as in URLs, so `0x7f.1:80`
 * allows 127.0.0.1.
 *
 * @throws Error naming the entry that can't be read.
 */
export function parseEgressAllow(text: string | null | undefined): EgressAllowList {
  const entries = (text ?? '').split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '').map(parseEntry);
}

function parseEntry(entry: string): AllowedTarget {
  const [, hostText = '', portText = ''] = ENTRY.exec(entry) ?? [];
  const port = portText === '*' ? null : Number(portText);
  const host = hostText && canonicalHost(hostText);
  if (!host || (port !== null && !(port >= 1 && port <= 65_535))) {
    throw new Error(`PORTAGE_EGRESS_ALLOW: "${entry}" is not host:port or host:*`);
  }
  return { host, port };
}

function canonicalHost(host: string): string | null {
  try {
    return getHost(new URL(`http://${host}/`));
  } catch {
    return null;
  }
}

/** The URL's host in lower case, without the dot that a fully qualified name may end with. */
export function getHost(url: URL): string {
  return url.hostname.toLowerCase().replace(/\.+$/, '');
}

function getPort(url: URL): number {
  if (url.port) return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

export function isAllowedTarget(url: URL, allowList: EgressAllowList): boolean {
  const host = getHost(url);
  const port = getPort(url);
  return allowList.some((target) => target.host === host && (target.port === null || target.port === port));
}
