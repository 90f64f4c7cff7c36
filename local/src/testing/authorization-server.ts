import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Test controls of the server, besides the calls of any client. */
export interface TestAuthorizationServer {
  /**
   * - `/auth`, `/token`: OAuth 2 by `oidc-provider`, PKCE required, single-use refresh tokens; people agree at once,
   *   and refuse with `login_hint=refuse`.
   * - `/api/*`: 200 with a live access token, otherwise 401 (`?sign=403`, `?sign=200`: the same in another form).
   * - `/test/counts`, `/test/expire`, `/test/lose-token-answers?count=`, `/test/refuse-tokens?count=`: for the test itself.
   */
  origin: string;
  stop(): Promise<void>;
}

export const TEST_CLIENT = { id: 'portage', secret: 'client-secret-of-portage' } as const;
export const TEST_MACHINE = { id: 'machine', secret: 'client-secret-of-a-machine' } as const;
export const TEST_REDIRECT_URI = 'https://portage.test/api/connectors/callback';

/** A real OAuth 2 server, written by others. @param redirectUri where the client may be redirected */
export async function startTestAuthorizationServer(redirectUri: string = TEST_REDIRECT_URI): Promise<TestAuthorizationServer> {
  const counts = { refreshed: 0, refused: 0, revoked: 0, tokenRequests: 0 };
  let [answersToLose, answersToRefuse] = [0, 0];
  const [issued, expired] = [new Set<string>(), new Set<string>()];
  let provider: Provider;

  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    void answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = makeProvider(origin, redirectUri);
  provider.on('grant.success', ({ oidc }) => {
    if (oidc.params?.grant_type === 'refresh_token') counts.refreshed += 1;
  });
  provider.on('grant.error', () => {
    counts.refused += 1;
  });
  provider.on('grant.revoked', () => {
    counts.revoked += 1;
  });
  provider.on('access_token.saved', ({ jti }) => issued.add(jti));
  provider.on('client_credentials.saved', ({ jti }) => issued.add(jti));
  const callback = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const json = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const count = Number(url.searchParams.get('count') ?? 1);
    switch (url.pathname) {
      case '/test/counts':
        return json(200, counts);
      case '/test/expire':
        for (const token of issued) expired.add(token);
        return json(200, {});
      case '/test/lose-token-answers':
        answersToLose = count;
        return json(200, {});
      case '/test/refuse-tokens':
        answersToRefuse = count;
        return json(200, {});
    }
    if (url.pathname.startsWith('/interaction/')) return interact(provider, request, response);
    if (url.pathname.startsWith('/api/')) return answerApi(request, url, json);
    if (url.pathname === '/token') {
      counts.tokenRequests += 1;
      if (answersToRefuse > 0) {
        answersToRefuse -= 1;
        return json(503, { error: 'temporarily_unavailable' });
      }
      if (answersToLose > 0) {
        answersToLose -= 1;
        return loseAnswer(request, response);
      }
    }
    await callback(request, response);
  }

  /** The server does the work, but the connection breaks before the response arrives. */
  async function loseAnswer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.end = (() => {
      request.socket.destroy();
      return response;
    }) as typeof response.end;
    response.write = (() => true) as typeof response.write;
    await callback(request, response);
  }

  async function answerApi(request: IncomingMessage, url: URL, json: (status: number, body: unknown) => void): Promise<void> {
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const found = token ? ((await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token))) : undefined;
    if (found && !expired.has(token)) return json(200, { ok: true, client: found.clientId, echoed: request.headers.authorization });
    switch (url.searchParams.get('sign')) {
      case '403':
        return json(403, { error: 'token expired' });
      case '200':
        return json(200, { errors: [{ extensions: { code: 'UNAUTHORIZED' } }] });
      default:
        return json(401, { error: 'invalid_token' });
    }
  }

  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function makeProvider(origin: string, redirectUri: string): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return new Provider(origin, {
    clients: [
      {
        client_id: TEST_CLIENT.id,
        client_secret: TEST_CLIENT.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
      {
        client_id: TEST_MACHINE.id,
        client_secret: TEST_MACHINE.secret,
        redirect_uris: [],
        response_types: [],
        grant_types: ['client_credentials'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as never] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    ttl: { AccessToken: 3_600, ClientCredentials: 3_600, RefreshToken: 86_400, Interaction: 600, Session: 600, Grant: 86_400 },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  });
}

/** A person who agrees to everything, unless asked to refuse. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (params.login_hint === 'refuse') {
    return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'The person said no' });
  }
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId: 'ada' } }, { mergeWithLastSubmission: false });
  }
  const grant =
    (grantId ? await provider.Grant.find(grantId) : undefined) ??
    new provider.Grant({ accountId: session?.accountId ?? 'ada', clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope ?? 'openid'));
  const result = { consent: { grantId: await grant.save() } };
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}
