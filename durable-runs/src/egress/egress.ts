import { WorkerEntrypoint } from 'cloudflare:workers';
import type { EgressRpc, EngineSettings, OutsideCall, OutsideResult, OutsideStream } from '@portage/contracts';
import type { Env } from '../env.ts';
import { engineSettings } from '../settings/engine-settings.ts';
import { getAddressPolicy } from './address-policy.ts';
import { probeConnection } from './connection-probe.ts';
import { decodeRequest, type EgressRequest, type EgressResult, encodeResult } from './egress-message.ts';
import { sendOutside } from './send-outside.ts';
import { streamOutside } from './stream-outside.ts';

const outside = { fetch: (url: string, init: RequestInit) => fetch(url, init), probe: probeConnection };

/**
 * The only way out for calls of runs (docs/architecture.md): address policy, redirects, size and time limits. Stateless, and
 * reachable only through a service binding.
 */
export class Egress extends WorkerEntrypoint<Env> implements EgressRpc {
  override async fetch(request: Request): Promise<Response> {
    const message = decodeRequest(await request.arrayBuffer());
    const policy = getAddressPolicy(this.env.EGRESS_ALLOW ?? '');
    const answer = await sendOutside(message, { policy, ...outside, signal: request.signal });
    return new Response(encodeResult(answer), { headers: { 'content-type': 'application/octet-stream' } });
  }

  /** Like `fetch`, for one of a step's many calls. Costs less than a request, but runs to its end even if the caller is gone. */
  async callOnce(call: EgressRequest): Promise<EgressResult> {
    const policy = getAddressPolicy(this.env.EGRESS_ALLOW ?? '');
    return sendOutside(call, { policy, ...outside });
  }

  /** Makes a call for Portage's other Workers, which have no run. */
  async send(call: OutsideCall): Promise<OutsideResult> {
    const policy = getAddressPolicy(this.env.EGRESS_ALLOW ?? '');
    return sendOutside({ ...call, systemHeaders: {} }, { policy, ...outside });
  }

  /** For responses that are shown as they arrive. */
  async stream(call: OutsideCall): Promise<OutsideStream> {
    const policy = getAddressPolicy(this.env.EGRESS_ALLOW ?? '');
    return streamOutside(call, { policy, ...outside });
  }

  async addressProblem(url: string): Promise<string | null> {
    const checked = getAddressPolicy(this.env.EGRESS_ALLOW ?? '').check(url);
    return checked.ok ? null : checked.message;
  }

  async settings(): Promise<EngineSettings> {
    return engineSettings(this.env);
  }
}
