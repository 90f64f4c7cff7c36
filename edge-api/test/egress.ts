import { WorkerEntrypoint } from 'cloudflare:workers';
import { checkOutgoingUrl, parseEgressAllow } from '@portage/connectors';
import type { EgressRpc, EngineSettings, OutsideCall, OutsideResult, OutsideStream } from '@portage/contracts';

const ANSWERS: Record<string, unknown> = {
  '/link/token/create': { link_token: 'link-sandbox-1' },
  '/item/public_token/exchange': { access_token: 'access-sandbox-1', item_id: 'item-1' },
  '/api/integrations/create-link-token': { link_token: 'link-1' },
  '/api/integrations/account-token/public': { account_token: 'account-1' },
  '/api/integrations': { results: [{ slug: 'ledger', name: 'Ledger' }] },
};

/** A document at an address; its server is relative to it. */
ANSWERS['/docs/openapi.json'] = {
  ...{ openapi: '3.1.0', info: { title: 'Remote pets', version: '1' }, servers: [{ url: '/v1' }] },
  paths: { '/pets': { get: { responses: { 200: { description: 'ok' } } } } },
};

/** The script assistant server's reply, whole and streamed. */
const ASSISTANT_ANSWER = 'Done.\n```javascript\nreturn 2;\n```';
ANSWERS['/v1/chat/completions'] = { choices: [{ message: { content: ASSISTANT_ANSWER } }] };

/** Stands in for the egress gate in tests that need only its interface: simulates the apps' own APIs without failures. Calls to the simulated Stripe pass through. */
export class Egress extends WorkerEntrypoint implements EgressRpc {
  async send({ url, method, headers, body: text }: OutsideCall): Promise<OutsideResult> {
    const stripe = (this.env as { STRIPE_SIMULATOR_URL: string }).STRIPE_SIMULATOR_URL;
    if (new URL(url).origin === stripe) {
      const answer = await fetch(url, { method, headers, body: text });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      return { ok: true, status: answer.status, headers: Object.fromEntries(answer.headers), url, body: bytes };
    }
    const body = ANSWERS[new URL(url).pathname];
    if (!body) return { ok: false, message: `Nobody is at ${url}.`, retryable: true };
    return {
      ok: true,
      status: 200,
      headers: { 'content-type': 'application/json' },
      url,
      body: new TextEncoder().encode(JSON.stringify(body)),
    };
  }
  async addressProblem(url: string): Promise<string | null> {
    const checked = checkOutgoingUrl(url, parseEgressAllow('10.0.0.7:8080'));
    return checked.ok ? null : checked.message;
  }
  async settings(): Promise<EngineSettings> {
    return { missing: [], connectorKeyIds: ['test'] };
  }
  async stream(call: OutsideCall): Promise<OutsideStream> {
    const answer = await this.send(call);
    if (!answer.ok) return answer;
    const events = [...ASSISTANT_ANSWER].map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
    return { ok: true, status: 200, body: new Blob([...events, 'data: [DONE]\n\n']).stream() };
  }
}
