// Which network a call of the local Portage leaves through. The address policy proper is Egress (durable-runs), which sees names
// and literal addresses. This is the second wall, after the name lookup: the network `PUBLIC` only connects to public addresses,
// whatever a name resolves to at that moment (DNS rebinding), because workerd checks the very address it connects to.

export interface WaysOut {
  /** Straight to the Neon endpoint. */
  NEON: Fetcher;
  NEON_ORIGIN: string;
  PUBLIC: Fetcher;
  /** Any address; only for destinations that the person who started Portage allows. */
  ALLOWED: Fetcher;
  /** `host:port` and `host:*`, lower case. */
  ALLOWED_HOSTS: string[];
  SIMULATED: Fetcher;
  /** `*.example.com` covers every host below it. */
  SIMULATOR_HOSTS: string[];
}

export function wayOut(url: URL, ways: WaysOut): Fetcher {
  if (url.origin === ways.NEON_ORIGIN) return ways.NEON;
  const host = url.hostname.toLowerCase();
  if (ways.SIMULATOR_HOSTS.some((one) => one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))))) return ways.SIMULATED;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const isAllowed = ways.ALLOWED_HOSTS.includes(`${host}:${port}`) || ways.ALLOWED_HOSTS.includes(`${host}:*`);
  return isAllowed ? ways.ALLOWED : ways.PUBLIC;
}
