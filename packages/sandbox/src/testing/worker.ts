import meteredEngine from '../../dist/quickjs-metered.wasm';
import { createSandbox } from '../sandbox.ts';

const sandbox = createSandbox(meteredEngine);

/** A Worker that runs the script in the request's body. */
// biome-ignore lint/style/noDefaultExport: a Worker's entry
export default {
  async fetch(request: Request): Promise<Response> {
    return Response.json(await sandbox.run(await request.text(), '{}'));
  },
};
