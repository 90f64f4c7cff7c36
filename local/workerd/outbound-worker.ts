// A Worker of the local Portage: every fetch of the other Workers leaves through here. Its types are taken away at start
// and it runs as it stands.
import { type WaysOut, wayOut } from './way-out.js';

// biome-ignore lint/style/noDefaultExport: workerd reads the default export
export default {
  fetch: (request: Request, env: WaysOut) => wayOut(new URL(request.url), env).fetch(request),
};
