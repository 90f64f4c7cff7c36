// The routes of a deployed Portage, for the one port of a local one: `/api/*` goes to edge-api without passing the shell,
// everything else to the shell. It stands before edge-api inside the same isolate, so that a webhook pays for no Worker
// more. Its types are taken away at start and it runs as it stands.
import api from './worker.js';

/** `http://host`, then a path that is plainly below `/api`. Whatever else could mean the same, the shell sorts out. */
const API_ADDRESS = /^https?:\/\/[^/?#]+\/api(?:[/?#]|$)/;

// biome-ignore lint/style/noDefaultExport: workerd reads the default export.
export default {
  ...api,
  fetch(request, env, execution) {
    return API_ADDRESS.test(request.url) && api.fetch ? api.fetch(request, env, execution) : env.SHELL.fetch(request);
  },
} satisfies ExportedHandler<{ SHELL: Fetcher }>;
