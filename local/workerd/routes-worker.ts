// A deployed Portage's routes on a local Portage's one port: `/api/*` goes to edge-api without passing the shell,
// everything else to the shell. Both run behind this in one isolate, so that no call pays for another Worker. At start its types are
// stripped, and nothing else is built.
import './direct-fetch.js';
import { WorkerEntrypoint } from 'cloudflare:workers';
import { readRegistry, writtenRegistry } from './cached-registry.js';
import shell from './shell.js';
import { serveShellFile } from './shell-files.js';
import { withSyncedBuckets } from './synced-buckets.js';
import api from './worker.js';

/** `http://host:port`, then the path. Only paths that are plainly below `/api` go to edge-api; the shell handles the rest. */
const ADDRESS = /^https?:\/\/(\[[0-9a-f:.]+\]|[^/?#:,\s]+)(?::\d+)?(?=[/?#]|$)(\/api(?:[/?#]|$))?/i;

interface Env {
  /** The published site, with `shell/` inside. */
  SITE: Fetcher;
  REGISTRY: KVNamespace;
  /** The names that this Portage accepts. */
  HOSTS: string[];
  /** In front of the shell, while one area is developed. */
  DEVELOPMENT?: Fetcher;
}

/** The shell, for the Worker in front of it. */
export class Shell extends WorkerEntrypoint<Env> {
  override fetch(request: Request): Response | Promise<Response> {
    return callShell(request, this.env, this.ctx);
  }
}

// biome-ignore lint/style/noDefaultExport: workerd reads the default export.
export default {
  ...api,
  fetch(request, env, execution) {
    const address = ADDRESS.exec(request.url);
    if (!address) return problem(400, 'invalid-host', 'A call names one host, as name or name:port. Send one Host header.');
    const [, host = '', apiPath] = address;
    if (!env.HOSTS.includes(host.toLowerCase())) return refuse(host);
    if (apiPath !== undefined) return callApi(request, env, execution);
    return env.DEVELOPMENT ? env.DEVELOPMENT.fetch(request) : callShell(request, env, execution);
  },
  scheduled: (controller, env, execution) => api.scheduled?.(controller, bindings(env).api, execution),
} satisfies ExportedHandler<Env>;

/** Edge-api reads the caller's address from its settings: copying the request would be a twentieth of a webhook's cost. */
function callApi(request: Request, env: Env, execution: ExecutionContext): Response | Promise<Response> {
  return api.fetch(request, bindings(env).api, execution);
}

function callShell(request: Request, env: Env, execution: ExecutionContext): Response | Promise<Response> {
  const EDGE_API = { fetch: (call: Request) => callApi(call, env, execution) };
  return shell.fetch(request, { ...bindings(env).shell, EDGE_API }, execution);
}

interface Bindings {
  env: Env;
  api: object;
  shell: Omit<Parameters<typeof shell.fetch>[1], 'EDGE_API'>;
}

let current: Bindings | null = null;

/** An isolate has one set of bindings. */
function bindings(env: Env): Bindings {
  if (current?.env !== env) {
    const { SITE, REGISTRY } = env;
    const ASSETS = { fetch: (request: Request) => serveShellFile(request, SITE) };
    current = {
      env,
      api: { ...withSyncedBuckets(env), REGISTRY: writtenRegistry(REGISTRY) },
      shell: { ...env, ASSETS, REGISTRY: { get: (key: string) => readRegistry(REGISTRY, key) } },
    };
  }
  return current;
}

/** Another site can point its own host name at this machine (DNS rebinding) and sign in with well-known passwords. */
function refuse(host: string): Response {
  const name = host.slice(0, 200);
  return problem(421, 'unknown-host', `This Portage does not answer to the name ${name}. Add it to PORTAGE_HOSTS if it is yours.`);
}

function problem(status: number, code: string, userMessage: string): Response {
  return Response.json({ errors: [{ userMessage, message: userMessage, code }] }, { status });
}
