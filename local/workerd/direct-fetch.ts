// On the deployed platform a call of a Worker goes straight to the network; here the Worker `outbound` would stand between, which costs a
// call more than all the rest of its way. A call that follows no redirect (those of Egress, and statements) takes the same way out from
// the Worker's own isolate.
import { env } from 'cloudflare:workers';
import { type WaysOut, wayOut } from './way-out.js';

const throughOutbound = globalThis.fetch;

globalThis.fetch = (input, init) =>
  typeof input === 'string' && init?.redirect === 'manual'
    ? wayOut(new URL(input), env as unknown as WaysOut).fetch(input, init)
    : throughOutbound(input, init);
