// A Worker of the local Portage that every fetch of the other Workers leaves through. Its types are stripped at start; it isn't bundled.
import { type WaysOut, wayOut } from './way-out.js';

// biome-ignore lint/style/noDefaultExport: workerd reads the default export
export default {
  fetch: (request: Request, env: WaysOut) => wayOut(new URL(request.url), env).fetch(request),
};
