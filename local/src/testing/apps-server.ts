import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const APPS_CLIENT = { id: 'portage-app', secret: 'secret-of-the-portage-app' } as const;
export const APPS_KEY = 'key-of-the-aggregation-service';

/** Stand-ins for the APIs of Shopify, Plaid, Merge, Xero and Booker, as far as installing and linking them needs. */
export interface TestAppsServer {
  /**
   * - `/admin/oauth/authorize` sends the merchant back with a signed query; `/admin/oauth/access_token` trades a code once.
   * - `/link/token/create`, `/item/public_token/exchange`: Plaid.
   * - `/merge/integrations…`: Merge, with `APPS_KEY`.
   * - `/connections` (Xero) and `/v4.1/customer/locations` (Booker) for calls with `Bearer good-token`.
   * - `/signed/…` for calls that are signed as TikTok Shop wants it, by `APPS_CLIENT`.
   * - `/link-initialize.js`, `/widget`: what Plaid and the universal API put into a page.
   */
  origin: string;
  /** Received bodies, by path. */
  asked(path: string): unknown[];
  stop(): Promise<void>;
}

export function signShopifyQuery(parameters: Record<string, string>, secret: string = APPS_CLIENT.secret): string {
  const query = new URLSearchParams(parameters);
  query.sort();
  query.set('hmac', createHmac('sha256', secret).update(query.toString()).digest('hex'));
  return query.toString();
}

export async function startTestAppsServer(): Promise<TestAppsServer> {
  const codes = new Set<string>();
  const asked = new Map<string, unknown[]>();
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://apps');
    const sent = await readText(request);
    const body = parseBody(sent, request);
    asked.set(url.pathname, [...(asked.get(url.pathname) ?? []), body]);
    const json = (status: number, value: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const text = (type: string, value: string) => void response.writeHead(200, { 'content-type': type }).end(value);
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /admin/oauth/authorize': {
        const code = randomBytes(12).toString('hex');
        codes.add(code);
        const query = signShopifyQuery({
          code,
          shop: 'demo.myshopify.com',
          host: 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvZGVtbw==',
          state: url.searchParams.get('state') ?? '',
          timestamp: String(Math.floor(Date.now() / 1_000)),
        });
        return void response.writeHead(302, { location: `${url.searchParams.get('redirect_uri')}?${query}` }).end();
      }
      case 'POST /admin/oauth/access_token': {
        const isClient = body.client_id === APPS_CLIENT.id && body.client_secret === APPS_CLIENT.secret;
        if (!isClient || !codes.delete(String(body.code))) return json(400, { error: 'invalid_request' });
        return json(200, { access_token: `shpat_${randomBytes(16).toString('hex')}`, scope: 'read_products' });
      }
      case 'POST /link/token/create':
        if (body.client_id !== APPS_CLIENT.id || body.secret !== APPS_CLIENT.secret) return json(400, plaidError('INVALID_API_KEYS'));
        return json(200, {
          link_token: `link-sandbox-${randomBytes(8).toString('hex')}`,
          expiration: '2030-01-01T00:00:00Z',
          request_id: 'r',
        });
      case 'POST /item/public_token/exchange':
        if (body.public_token !== 'public-sandbox-good') return json(400, plaidError('INVALID_PUBLIC_TOKEN'));
        return json(200, { access_token: 'access-sandbox-7f3a', item_id: 'item-1', request_id: 'r' });
      case 'POST /merge/integrations/create-link-token':
        if (bearer !== APPS_KEY) return json(401, { detail: 'Invalid token.' });
        return json(200, { link_token: 'link-token-1', integration_name: body.integration ?? null, magic_link_url: null });
      case 'GET /merge/integrations/account-token/public-good':
        if (bearer !== APPS_KEY) return json(401, { detail: 'Invalid token.' });
        return json(200, { account_token: 'account-token-1', integration: { name: 'Ledger', slug: 'ledger', categories: ['accounting'] } });
      case 'GET /merge/integrations': {
        if (bearer !== APPS_KEY) return json(401, { detail: 'Invalid token.' });
        const { host } = request.headers;
        const results = ['Ledger', 'Abacus'].map((name) => ({
          name,
          slug: name.toLowerCase(),
          square_image: `http://${host}/images/${name.toLowerCase()}.svg`,
        }));
        return json(200, { next: null, previous: null, results });
      }
      case 'GET /images/ledger.svg':
        return text(
          'image/svg+xml',
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="teal"/></svg>',
        );
      case 'GET /images/abacus.svg':
        return text('text/html', '<script>alert(1)</script>');
      case 'GET /signed/shops':
      case 'POST /signed/orders':
        if (!isSigned(url, request.method === 'GET' ? '' : sent)) return json(401, { code: 105001, message: `Not signed: ${url.search}` });
        return json(200, { code: 0, ...body });
      case 'GET /connections':
        if (bearer !== 'good-token') return json(401, { Title: 'Unauthorized' });
        return json(200, [
          { id: 'c1', tenantId: 'tenant-1', tenantType: 'ORGANISATION', tenantName: 'Demo Company (UK)' },
          { id: 'c2', tenantId: 'tenant-2', tenantType: 'ORGANISATION', tenantName: 'Second Company' },
        ]);
      case 'POST /v4.1/customer/locations':
        if (bearer !== 'good-token') return json(200, { error: 'invalid token', IsSuccess: false });
        return json(200, {
          Results:
            body.PageNumber === 1
              ? [
                  { ID: 10, BusinessName: 'Spa North' },
                  { ID: 11, BusinessName: 'Spa South' },
                ]
              : [],
        });
      case 'GET /link-initialize.js':
        return text('text/javascript', PLAID_LINK);
      case 'GET /widget':
        return text('text/html', WIDGET);
      case 'GET /widget.js':
        return text('text/javascript', WIDGET_SCRIPT);
      default:
        return json(404, { message: `Nothing is at ${request.method} ${url.pathname}` });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: (path) => asked.get(path) ?? [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** TikTok Shop's signature: the query without the signature, sorted by name, between path and body. */
function isSigned({ pathname, searchParams }: URL, body: string): boolean {
  const { id, secret } = APPS_CLIENT;
  const query = [...searchParams].filter(([name]) => name !== 'sign').sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${secret}${pathname}${query.map(([name, value]) => name + value).join('')}${body}${secret}`;
  const isFresh = Math.abs(Date.now() / 1_000 - Number(searchParams.get('timestamp'))) < 300;
  return (
    isFresh && searchParams.get('app_key') === id && searchParams.get('sign') === createHmac('sha256', secret).update(text).digest('hex')
  );
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function parseBody(text: string, request: IncomingMessage): Record<string, unknown> {
  if (/urlencoded/.test(request.headers['content-type'] ?? '')) return Object.fromEntries(new URLSearchParams(text));
  return text ? JSON.parse(text) : {};
}

function plaidError(code: string) {
  return { error_type: 'INVALID_INPUT', error_code: code, error_message: `Plaid says ${code}`, request_id: 'r' };
}

/** Replaces Plaid Link: the real window is a frame from Plaid; here its button is in the page. */
const PLAID_LINK = `
window.Plaid = {
  create({ token, onSuccess, onExit }) {
    return {
      open() {
        const box = document.createElement('div');
        box.setAttribute('role', 'dialog');
        box.setAttribute('aria-label', 'Plaid Link ' + (token.startsWith('link-sandbox-') ? 'sandbox' : 'unknown'));
        const add = (label, act) => {
          const button = document.createElement('button');
          button.textContent = label;
          button.onclick = () => { box.remove(); act(); };
          box.append(button);
        };
        add('Bank says yes', () => onSuccess('public-sandbox-good', {}));
        add('Bank says no', () => onSuccess('public-sandbox-bad', {}));
        add('Leave Plaid', () => onExit(null, {}));
        document.body.append(box);
      },
      destroy() {},
    };
  },
};`;

/** Its buttons are enabled once they do something: the frame shows them before the script has loaded. */
const WIDGET = `<!doctype html><html lang="en"><title>Universal API</title><body><p id="state">waiting</p>
<button id="complete" disabled>Link the account</button><button id="close" disabled>Close</button><script src="/widget.js"></script></body></html>`;

const WIDGET_SCRIPT = `
let opener = null;
addEventListener('message', ({ data, origin, source }) => {
  if (data?.type !== 'widget:init') return;
  opener = { origin, source };
  document.getElementById('state').textContent = 'token ' + data.linkToken;
  for (const button of document.querySelectorAll('button')) button.disabled = false;
});
document.getElementById('complete').onclick = () => parent.postMessage({ type: 'widget:complete', token: 'public-good' }, '*');
document.getElementById('close').onclick = () => parent.postMessage({ type: 'widget:close' }, '*');
parent.postMessage({ type: 'widget:ready' }, '*');`;
