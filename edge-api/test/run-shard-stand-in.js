import { DurableObject } from 'cloudflare:workers';

// Answers the engine's calls for tests of the accounts, which need an engine that is there and nothing more.
export class RunShard extends DurableObject {
  getRun() {
    return null;
  }
}

// biome-ignore lint/style/noDefaultExport: a Worker's entry is its default export
export default { fetch: () => new Response(null, { status: 404 }) };
