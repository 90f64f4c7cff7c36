// On the deployed platform, a Worker's call goes straight to the network. Here it would pass through the Worker `outbound`,
// which costs more than the rest of its way. So a call that follows no redirect (Egress, statements) leaves straight from
// the Worker's own isolate.
import { env } from 'cloudflare:workers';
import { type WaysOut, wayOut } from './way-out.js';

const throughOutbound = globalThis.fetch;

globalThis.fetch = (input, init) =>
  typeof input === 'string' && init?.redirect === 'manual'
    ? wayOut(new URL(input), env as unknown as WaysOut).fetch(input, init)
    : throughOutbound(input, init);
