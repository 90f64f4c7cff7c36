// Stands before durable-runs in its isolate. On the deployed platform a call goes from there straight to the network; here the Worker
// `outbound` would stand between, which costs a call more than all the rest of its way. A call that follows no redirect (all of Egress do
// not) takes the same way out from here.
import { env } from 'cloudflare:workers';
import { type WaysOut, wayOut } from './way-out.js';

export * from './index.js';
export { default } from './index.js';

const throughOutbound = globalThis.fetch;

globalThis.fetch = (input, init) =>
  typeof input === 'string' && init?.redirect === 'manual'
    ? wayOut(new URL(input), env as unknown as WaysOut).fetch(input, init)
    : throughOutbound(input, init);
