// A Worker of the local Portage: every fetch of the other Workers leaves through here. Its types are taken away at start
// and it runs as it stands, so it imports nothing.
//
// The address policy proper is Egress (durable-runs), which sees names and literal addresses. This is the second wall,
// behind the name lookup: the network `PUBLIC` connects to public addresses only, whatever a name resolves to at that
// moment (DNS rebinding), because workerd checks the very address it connects to.

interface OutboundEnv {
  /** Straight to the Neon endpoint. */
  NEON: Fetcher;
  NEON_ORIGIN: string;
  PUBLIC: Fetcher;
  /** Any address; only for what the person who started Portage allows. */
  ALLOWED: Fetcher;
  /** `host:port` and `host:*`, lower case. */
  EGRESS_ALLOW: string[];
  SIMULATORS: Fetcher;
  /** `*.example.com` covers every host below it. */
  SIMULATOR_HOSTS: string[];
}

function route(url: URL, env: OutboundEnv): Fetcher {
  if (url.origin === env.NEON_ORIGIN) return env.NEON;
  const host = url.hostname.toLowerCase();
  if (env.SIMULATOR_HOSTS.some((one) => one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))))) return env.SIMULATORS;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const isAllowed = env.EGRESS_ALLOW.includes(`${host}:${port}`) || env.EGRESS_ALLOW.includes(`${host}:*`);
  return isAllowed ? env.ALLOWED : env.PUBLIC;
}

// biome-ignore lint/style/noDefaultExport: workerd reads the default export
export default {
  fetch: (request: Request, env: OutboundEnv) => route(new URL(request.url), env).fetch(request),
};
