// A deployed Portage's routes on a local Portage's one port: `/api/*` goes to edge-api without passing the shell,
// everything else to the shell. It runs in front of edge-api in the same isolate, so that a webhook doesn't pay for
// another Worker. At start its types are stripped, and nothing else is built.
import './direct-fetch.js';
import { withSyncedBuckets } from './synced-buckets.js';
import api from './worker.js';

/** `http://host:port`, then the path. Only paths that are plainly below `/api` go to edge-api; the shell handles the rest. */
const ADDRESS = /^https?:\/\/(\[[0-9a-f:.]+\]|[^/?#:,\s]+)(?::\d+)?(?=[/?#]|$)(\/api(?:[/?#]|$))?/i;

interface Env {
  SHELL: Fetcher;
  /** The names that this Portage accepts. */
  HOSTS: string[];
  /** The address of every caller's socket: the port listens only there. */
  CALLER_ADDRESS: string;
}

// biome-ignore lint/style/noDefaultExport: workerd reads the default export.
export default {
  ...api,
  fetch(request, env, execution) {
    const address = ADDRESS.exec(request.url);
    if (!address) return problem(400, 'invalid-host', 'A call names one host, as name or name:port. Send one Host header.');
    const [, host = '', apiPath] = address;
    if (!env.HOSTS.includes(host.toLowerCase())) return refuse(host);
    // edge-api reads the address from its settings: copying the request is a twentieth of a webhook's cost.
    if (apiPath !== undefined && api.fetch) return api.fetch(request, withSyncedBuckets(env), execution);
    return env.SHELL.fetch(withCallerAddress(request, env.CALLER_ADDRESS));
  },
  scheduled: (controller, env, execution) => api.scheduled?.(controller, withSyncedBuckets(env), execution),
} satisfies ExportedHandler<Env>;

/** Another site can point its own host name at this machine (DNS rebinding) and sign in with well-known passwords. */
function refuse(host: string): Response {
  const name = host.slice(0, 200);
  return problem(421, 'unknown-host', `This Portage does not answer to the name ${name}. Add it to PORTAGE_HOSTS if it is yours.`);
}

function problem(status: number, code: string, userMessage: string): Response {
  return Response.json({ errors: [{ userMessage, message: userMessage, code }] }, { status });
}

/** Sets the caller's address, as Cloudflare does for a deployed Portage. The incoming header is the caller's claim and never counts. */
function withCallerAddress<Type extends Request>(request: Type, address: string): Type {
  const located = new Request(request) as Type;
  located.headers.set('cf-connecting-ip', address);
  return located;
}
