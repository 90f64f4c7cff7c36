import { describe, expect, test } from 'vitest';
import { authorizationUrl } from './authorization-url.ts';
import { parseCallback } from './parse-callback.ts';
import { isExpired, parseTokenResponse } from './parse-token-answer.ts';
import { computeChallenge, createPkce } from './pkce.ts';
import { type TokenGrant, tokenRequest } from './token-request.ts';

const nowMs = 1_700_000_000_000;
const settings = { tokenUrl: 'https://x.example/token', clientId: 'my id', clientSecret: 's&cret' };

describe('OAuth 2', () => {
  test('creates PKCE values as in RFC 7636, appendix B', async () => {
    expect(await computeChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', crypto.subtle)).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
    const { verifier, challenge } = await createPkce({
      randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
      subtle: crypto.subtle,
    });
    expect(verifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(challenge).toBe(await computeChallenge(verifier, crypto.subtle));
  });

  test('builds the consent page’s address, which extra parameters can’t override', () => {
    const url = new URL(
      authorizationUrl({
        authUrl: 'https://x.example/authorize?audience=api',
        clientId: 'c',
        redirectUri: 'https://portage.example/back',
        scope: ' read write ',
        state: 'st',
        codeChallenge: 'ch',
        extra: { access_type: 'offline', redirect_uri: 'https://evil.example', state: 'evil' },
      }),
    );
    expect(Object.fromEntries(url.searchParams)).toEqual({
      audience: 'api',
      access_type: 'offline',
      response_type: 'code',
      client_id: 'c',
      redirect_uri: 'https://portage.example/back',
      scope: 'read write',
      state: 'st',
      code_challenge: 'ch',
      code_challenge_method: 'S256',
    });
  });

  test.each<[TokenGrant, Record<string, string>]>([
    [
      { kind: 'authorizationCode', code: 'c', redirectUri: 'https://p', codeVerifier: 'v' },
      { grant_type: 'authorization_code', code: 'c', redirect_uri: 'https://p', code_verifier: 'v' },
    ],
    [
      { kind: 'refreshToken', refreshToken: 'r' },
      { grant_type: 'refresh_token', refresh_token: 'r' },
    ],
    [{ kind: 'clientCredentials' }, { grant_type: 'client_credentials', scope: 'a b' }],
  ])('requests a token with %j', (grant, fields) => {
    const inBody = tokenRequest(grant, { ...settings, scope: 'a b' });
    expect(Object.fromEntries(new URLSearchParams(String(inBody.body)))).toEqual({
      ...fields,
      client_id: 'my id',
      client_secret: 's&cret',
    });
    const basic = tokenRequest(grant, { ...settings, scope: 'a b', clientAuthentication: 'basic', contentType: 'application/json' });
    expect(JSON.parse(String(basic.body))).toEqual(fields);
    expect(basic.headers).toMatchObject({ 'Content-Type': 'application/json', Authorization: `Basic ${btoa('my+id:s%26cret')}` });
  });

  test('sends a custom grant type instead of the standard one (Zoom: account_credentials)', () => {
    const { body } = tokenRequest(
      { kind: 'clientCredentials' },
      { ...settings, extra: { grant_type: 'account_credentials', account_id: 'a' } },
    );
    expect(Object.fromEntries(new URLSearchParams(String(body)))).toMatchObject({ grant_type: 'account_credentials', account_id: 'a' });
  });

  test('reads tokens and their expiry from JSON and forms', () => {
    const json = parseTokenResponse(
      200,
      JSON.stringify({ access_token: 'a', refresh_token: 'r', expires_in: '3600', token_type: 'bearer', instance_url: 'https://i' }),
      nowMs,
    );
    expect(json).toEqual({
      ok: true,
      tokens: {
        accessToken: 'a',
        refreshToken: 'r',
        tokenType: 'bearer',
        expiresAtMs: nowMs + 3_600_000,
        scope: null,
        other: { instance_url: 'https://i' },
      },
    });
    expect(parseTokenResponse(200, 'access_token=gho&scope=repo&token_type=bearer', nowMs)).toMatchObject({
      ok: true,
      tokens: { accessToken: 'gho', refreshToken: null, expiresAtMs: null, scope: 'repo' },
    });
    expect([
      isExpired({ expiresAtMs: nowMs + 61_000 }, nowMs),
      isExpired({ expiresAtMs: nowMs + 59_000 }, nowMs),
      isExpired({ expiresAtMs: null }, nowMs),
    ]).toEqual([false, true, false]);
  });

  test.each<[number, string, string, boolean]>([
    [400, '{"error":"invalid_grant","error_description":"Token has been revoked."}', 'invalid_grant', true],
    [200, '{"ok":false,"error":"token_revoked"}', 'token_revoked', true],
    [200, 'error=bad_verification_code', 'bad_verification_code', true],
    [500, '<html>', 'status-500', false],
    [429, '{"error":"slow_down"}', 'slow_down', false],
    [503, '{"error":"invalid_grant"}', 'invalid_grant', true],
    [401, '', 'status-401', true],
    [200, '{}', 'no-token', false],
    [200, 'null', 'no-token', false],
  ])('reads no token from a response of %i %j: %s', (status, body, code, needsPerson) => {
    expect(parseTokenResponse(status, body, nowMs)).toMatchObject({ ok: false, code, needsPerson });
  });

  test('shows a person what the system said, or its status', () => {
    const messageOf = (status: number, body: string) => {
      const answer = parseTokenResponse(status, body, nowMs);
      return answer.ok ? null : answer.message;
    };
    expect(messageOf(400, '{"error":"invalid_grant","error_description":"Token has been revoked."}')).toBe(
      'The system issued no token: Token has been revoked',
    );
    expect(messageOf(503, '<html>')).toBe('The system responded with 503 and issued no token');
    expect(messageOf(200, '{}')).toBe('The system’s response has no token');
  });

  test('HOSTILE 27: refuses a callback with a missing, wrong or never issued state, and reports a denial as such', () => {
    const parse = (query: string, state: string | null) => parseCallback(new URLSearchParams(query), state);
    expect(parse('code=c&state=s&realmId=9', 's')).toEqual({ ok: true, code: 'c', other: { realmId: '9' } });
    expect(parse('code=c&state=s2', 's')).toMatchObject({ ok: false, code: 'state-mismatch' });
    expect(parse('code=c&state=', '')).toMatchObject({ ok: false, code: 'state-mismatch' });
    expect(parse('code=c', 's')).toMatchObject({ ok: false, code: 'state-mismatch' });
    expect(parse('code=c&state=s', null)).toMatchObject({ ok: false, code: 'state-mismatch' });
    expect(parse('error=access_denied&state=s', 's')).toMatchObject({
      ok: false,
      code: 'access_denied',
      message: 'The system says that access was not granted.',
    });
    expect(parse('state=s', 's')).toMatchObject({ ok: false, code: 'no-code' });
  });
});
