// On the deployed platform a Worker's call goes straight to the network. Here the Worker `outbound` would be in
// between, which costs a call more than the rest of its way. A call that follows no redirect (Egress, statements)
// leaves the same way from the Worker's own isolate.
import { env } from 'cloudflare:workers';
import { type WaysOut, wayOut } from './way-out.js';

const throughOutbound = globalThis.fetch;

globalThis.fetch = (input, init) =>
  typeof input === 'string' && init?.redirect === 'manual'
    ? wayOut(new URL(input), env as unknown as WaysOut).fetch(input, init)
    : throughOutbound(input, init);
